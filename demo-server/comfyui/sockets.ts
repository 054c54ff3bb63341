/** The websocket of the demo's ComfyUI: tells a client of its own prompts. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";

export type Sockets = {
  /** Takes over upgrades at `path`. */
  readonly listen: (server: Server) => void;
  readonly send: (clientId: string | undefined, type: string, data: unknown) => void;
  /** A preview picture, as binary. */
  readonly sendPreview: (clientId: string | undefined, bytes: Uint8Array) => void;
  readonly drop: (clientId: string | undefined) => void;
  readonly close: () => void;
};

/** @param path such as "/comfyui/ws" */
export function createSockets(path: string, queueLength: () => number): Sockets {
  const server = new WebSocketServer({ noServer: true });
  const clients = new Map<string, Set<WebSocket>>();
  const socketsOf = (clientId: string | undefined): readonly WebSocket[] =>
    clientId === undefined ? [] : [...(clients.get(clientId) ?? [])];

  const welcome = (socket: WebSocket, clientId: string): void => {
    const known = clients.get(clientId) ?? new Set();
    clients.set(clientId, known.add(socket));
    socket.on("error", () => socket.terminate());
    socket.on("close", () => {
      known.delete(socket);
      if (known.size === 0 && clients.get(clientId) === known) clients.delete(clientId);
    });
    const status = { exec_info: { queue_remaining: queueLength() } };
    socket.send(JSON.stringify({ type: "status", data: { status, sid: clientId } }));
  };

  return {
    listen: (http) => {
      http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        const url = new URL(request.url ?? "/", "http://localhost");
        if (url.pathname !== path) {
          socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
          return;
        }
        server.handleUpgrade(request, socket, head, (client) => {
          welcome(client, url.searchParams.get("clientId") ?? "");
        });
      });
    },
    send: (clientId, type, data) => {
      for (const socket of socketsOf(clientId)) socket.send(JSON.stringify({ type, data }));
    },
    sendPreview: (clientId, bytes) => {
      // Event 1 (preview), picture type 2 (PNG), both 32 bits, big endian; then the picture.
      const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 2]);
      for (const socket of socketsOf(clientId)) socket.send(Buffer.concat([head, bytes]));
    },
    drop: (clientId) => {
      for (const socket of socketsOf(clientId)) socket.terminate();
    },
    close: () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
