/** Programs on this machine as generators. */
export { type CommandOptions, createCommandGenerator } from "./command-generator.ts";
export { COMMAND_PREFIX, PLACEHOLDERS } from "./parse-command.ts";
