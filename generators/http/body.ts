/** Bodies of requests as bytes that can be sent again. Leaves out the sending. */

export type EncodedBody = {
  readonly bytes: Uint8Array;
  /** What the body itself says that it is, such as a multipart type with its boundary. */
  readonly type: string | undefined;
  /** Whether `type` has to stand: a boundary cannot be guessed by others. */
  readonly isTypeFixed: boolean;
};

/** Reads any body that `fetch` takes. Forms of another class than the global one are copied first. */
export async function encodeBody(body: BodyInit): Promise<EncodedBody> {
  const form = isForeignForm(body) ? copyForm(body) : body;
  const whole = new Response(form);
  return {
    bytes: new Uint8Array(await whole.arrayBuffer()),
    type: whole.headers.get("content-type") ?? undefined,
    isTypeFixed: form instanceof FormData,
  };
}

/** The global `Response` would send a form of undici's as the text "[object FormData]". */
function isForeignForm(body: unknown): body is Iterable<[string, string | Blob]> {
  return (
    typeof body === "object" &&
    body !== null &&
    !(body instanceof FormData) &&
    Object.prototype.toString.call(body) === "[object FormData]"
  );
}

function copyForm(entries: Iterable<[string, string | Blob]>): FormData {
  const form = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, "name" in value ? String(value.name) : "blob");
  }
  return form;
}
