/** A ComfyUI on loopback, websocket included, that answers as a test says and notes what it was asked. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

const PREFIX = "/comfyui";
/** The first bytes of an MP4: enough for what looks at beginnings. */
export const MP4 = Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex");

export type Answer = {
  readonly status?: number;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
};
export type Seen = {
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly authorization: string | undefined;
};

/** Takes every workflow, knows no job, and has a clip under any name, unless told otherwise by `answer`. */
export async function startServer() {
  const seen: Seen[] = [];
  const answers = new Map<string, (request: Seen) => Answer>([
    ["POST /upload/image", () => ({ json: { name: "a (1).png", subfolder: "", type: "input" } })],
    ["GET /queue", () => ({ json: { queue_running: [], queue_pending: [] } })],
    ["POST /queue", () => ({})],
    ["POST /interrupt", () => ({})],
    ["GET /view", () => ({ bytes: MP4 })],
    [
      "POST /prompt",
      ({ body }) => ({
        json: { prompt_id: JSON.parse(body).prompt_id, number: 1, node_errors: {} },
      }),
    ],
  ]);
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const url = new URL(request.url ?? "", "http://127.0.0.1");
      const path = url.pathname.slice(PREFIX.length);
      const key = `${request.method} ${path.startsWith("/history/") ? "/history" : path}`;
      const one = {
        key: `${request.method} ${path}`,
        query: url.searchParams,
        body,
        authorization: request.headers.authorization,
      };
      seen.push(one);
      const { status = 200, json, bytes } = answers.get(key)?.(one) ?? { json: {} };
      response.writeHead(status, {
        "content-type": bytes === undefined ? "application/json" : "video/mp4",
      });
      response.end(bytes ?? (json === undefined ? "" : JSON.stringify(json)));
    });
  });
  const sockets: WebSocket[] = [];
  const clientIds: (string | null)[] = [];
  const hub = new WebSocketServer({ server, path: `${PREFIX}/ws` });
  hub.on("connection", (socket, request) => {
    sockets.push(socket);
    clientIds.push(new URL(request.url ?? "", "http://127.0.0.1").searchParams.get("clientId"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${PREFIX}`,
    seen,
    keys: () => seen.map(({ key }) => key),
    answer: (key: string, give: (request: Seen) => Answer) => answers.set(key, give),
    sockets,
    clientIds,
    say: (type: string, data: unknown) => {
      for (const socket of sockets) socket.send(JSON.stringify({ type, data }));
    },
    close: async () => {
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}
