/**
 * Marks the built command as executable. Package managers do so only when they first link it, and
 * each build writes the file anew.
 */
import { chmodSync } from "node:fs";

chmodSync(new URL("../dist/cli/main.js", import.meta.url), 0o755);
