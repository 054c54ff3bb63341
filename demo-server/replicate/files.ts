/** Files API of the demo's Replicate: pictures that were uploaded, to be named as inputs. */
import { sha256 } from "../../core/hash/sha256.ts";
import { answering } from "../answering.ts";
import { readForm } from "../forms.ts";
import type { DemoApp, DemoContext } from "../types.ts";
import { checkToken, invalid, notFound, tooLarge } from "./wire.ts";

/** Largest upload, in bytes. */
const MAX_FILE_BYTES = 100 * 1000 * 1000;

/** Days that an uploaded file is kept. */
const KEPT_MS = 24 * 3600 * 1000;

export type Uploads = {
  /** Bytes of an uploaded file that a URL names; undefined when there is none. */
  readonly find: (url: string) => Uint8Array | undefined;
};

type Upload = {
  readonly bytes: Uint8Array;
  readonly body: Readonly<Record<string, unknown>>;
};

export function addReplicateFiles(app: DemoApp, demo: DemoContext): Uploads {
  const uploads = new Map<string, Upload>();
  const idOf = (url: string): string | undefined => {
    const prefix = `${demo.url()}/replicate/v1/files/`;
    return url.startsWith(prefix) ? url.slice(prefix.length) : undefined;
  };

  app.post(
    "/replicate/v1/files",
    answering(demo, "replicate", "upload", async (c) => {
      checkToken(c.req.header("Authorization"));
      const form = await readForm(c);
      const [content] = form?.files["content"] ?? [];
      if (content === undefined) return invalid([{ field: "content", description: "is required" }]);
      if (content.bytes.length > MAX_FILE_BYTES) return tooLarge();
      const id = demo.newId(26);
      const type = form?.fields["type"] ?? content.type;
      const body = {
        id,
        name: form?.fields["filename"] ?? content.name,
        content_type: type === "" ? "application/octet-stream" : type,
        size: content.bytes.length,
        etag: sha256(content.bytes).slice(0, 32),
        checksums: { sha256: sha256(content.bytes) },
        metadata: {},
        created_at: new Date(demo.now()).toISOString(),
        expires_at: new Date(demo.now() + KEPT_MS).toISOString(),
        urls: { get: `${demo.url()}/replicate/v1/files/${id}` },
      };
      uploads.set(id, { bytes: content.bytes, body });
      return c.json(body, 201);
    }),
  );

  app.get("/replicate/v1/files/:id", (c) => {
    checkToken(c.req.header("Authorization"));
    const upload = uploads.get(c.req.param("id"));
    return upload === undefined ? notFound() : c.json(upload.body);
  });

  return {
    find: (url) => {
      const id = idOf(url);
      return id === undefined ? undefined : uploads.get(id)?.bytes;
    },
  };
}
