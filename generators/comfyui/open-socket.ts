/** One websocket of ComfyUI for one client id. Owns the connection; what is said is `progress-feed.ts`. */

export type SocketAddress = {
  /** Without a slash at the end; http or https. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type SocketEvents = {
  readonly onMessage: (text: string) => void;
  readonly onEnd: () => void;
};

export type SocketConnection = { readonly close: () => void; isOpen: boolean };

const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Previews come over the same socket. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/**
 * Begins to connect and returns at once. `onEnd` is called once when the socket could not be had or was
 * lost, and never after `close`.
 */
export function openSocket(address: SocketAddress, events: SocketEvents): SocketConnection {
  const { baseUrl, clientId, headers } = address;
  let close: () => void = () => undefined;
  let isClosed = false;
  const connection: SocketConnection = {
    isOpen: false,
    close: () => {
      isClosed = true;
      close();
    },
  };
  const end = (): void => {
    connection.isOpen = false;
    if (isClosed) return;
    isClosed = true;
    events.onEnd();
  };
  const url = `${baseUrl.replace(/^http/, "ws")}/ws?clientId=${encodeURIComponent(clientId)}`;
  const open = async (): Promise<void> => {
    const { WebSocket } = await import("ws");
    if (isClosed) return;
    const socket = new WebSocket(url, {
      headers,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      followRedirects: false,
      finishRequest: (request) => {
        request.once("socket", (raw) => raw.unref());
        request.end();
      },
    });
    close = () => socket.terminate();
    socket.on("open", () => {
      connection.isOpen = !isClosed;
    });
    socket.on("message", (data, isBinary) => {
      if (!isBinary) events.onMessage(String(data));
    });
    // A socket that fails is closed right after.
    socket.on("error", () => undefined);
    socket.on("close", end);
  };
  open().catch(end);
  return connection;
}
