/** Who decides in an episode of the server, as it is recorded: its client, of which little is known. */
import { ProbeError } from "../../core/errors.ts";
import type { PolicyReasoner } from "../reasoners/reasoner.ts";

/** Bumped when clients are told, or offered, something else. */
export const MCP_REASONER_VERSION = "1";

/** As a client says of itself. */
export type ClientInfo = { readonly name: string; readonly version: string };

/**
 * Never asked: it asks. "mcp", or "mcp:NAME" where somebody said who plays.
 *
 * @param agent name of who plays, such as a model; a client says its program only
 */
export function createClientReasoner(
  client: ClientInfo | undefined,
  agent: string | undefined,
): PolicyReasoner {
  return {
    kind: "policy",
    id: agent === undefined ? "mcp" : `mcp:${agent}`,
    version: MCP_REASONER_VERSION,
    params: client === undefined ? {} : { client: client.name, clientVersion: client.version },
    answer: () => {
      throw new ProbeError("internal", "expected a client to answer by itself");
    },
  };
}
