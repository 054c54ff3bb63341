/** The hosts that models are reached through, in the order in which they are tried. */
import { createRegistry } from "../core/registry.ts";
import { comfyuiHost } from "./comfyui/index.ts";
import type { Host } from "./host.ts";
import { openaiHost } from "./openai/index.ts";
import { replicateHost } from "./replicate/index.ts";
import { videosApiHost } from "./videos-api/index.ts";

const registry = createRegistry("host", [videosApiHost, comfyuiHost, openaiHost, replicateHost]);

/** Servers of one's own first: a key that lies around must not cost money by surprise. */
export const HOSTS: readonly Host[] = registry.items;

/** @throws UsageError when no host has this id; the message lists the nearest ids */
export const getHost = registry.get;
