/** Where a worker's module lies and how Node can load it, from the sources as from the built files. */
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The module `name` beside the module that asks. It has the ending of that module: ".ts" among the
 * sources, ".js" after the build.
 *
 * @param name such as "./judge-worker", without an ending
 * @param from `import.meta.url` of the module that asks
 */
export function workerEntry(name: string, from: string): URL {
  return new URL(`${name}${extname(fileURLToPath(from))}`, from);
}

/**
 * Options of Node for a thread that loads the module. TypeScript needs a loader, which threads do not
 * take over: on Node 20, tsx hooks only the main thread's `import` unless it is registered in each.
 * Undefined for built files, for which the thread takes over the options of this process.
 */
export function loaderArgs(entry: URL): string[] | undefined {
  if (!entry.pathname.endsWith(".ts")) return undefined;
  const api = import.meta.resolve("tsx/esm/api");
  const script = `import { register } from ${JSON.stringify(api)}; register();`;
  return ["--import", `data:text/javascript,${encodeURIComponent(script)}`];
}
