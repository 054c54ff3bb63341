/** The command line: verbs, help, and errors turned into exit codes. */
import { Command } from "commander";
import { EXIT_CODES } from "../core/errors.ts";
import { findPackage } from "../core/store/provenance.ts";
import { addAgreeCommand } from "./agree.ts";
import { addDemoServerCommand } from "./demo-server.ts";
import { addDiagnoseCommand } from "./diagnose.ts";
import { addDoctorCommand } from "./doctor.ts";
import { addErrorsCommand } from "./errors.ts";
import { reportError, tellUsage } from "./exit.ts";
import { addExportCommand } from "./export.ts";
import { addImportCommand } from "./import.ts";
import type { CliIo } from "./io.ts";
import { addListCommand } from "./list.ts";
import { addMcpCommand } from "./mcp.ts";
import { addReportCommand } from "./report.ts";
import { addRunCommand } from "./run.ts";
import { addSheetCommand } from "./sheet.ts";

const AFTER_HELP = `
Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 missing tool or credential, 130 interrupted.
PROBE_DEBUG=1 shows where an error comes from; PROBE_FFMPEG names the ffmpeg to use.`;

/** Runs one command. @returns the exit code */
export async function runCli(io: CliIo): Promise<number> {
  let exitCode: number = EXIT_CODES.ok;
  const onExit = (code: number): void => {
    exitCode = code;
  };
  const output = {
    writeOut: io.out,
    writeErr: io.err,
    outputError: (text: string): void => tellUsage(text, io),
  };
  const program = new Command("probe")
    .description("asks whether an imagined puzzle rollout obeys the rules at every frame")
    .version(findPackage().version)
    .exitOverride()
    .configureOutput(output)
    .configureHelp({ helpWidth: 100, showGlobalOptions: true })
    .showSuggestionAfterError()
    .addHelpText("after", AFTER_HELP);
  addRunCommand(program, io, onExit);
  addDiagnoseCommand(program, io, onExit);
  addReportCommand(program, io);
  addSheetCommand(program, io);
  addAgreeCommand(program, io, onExit);
  addErrorsCommand(program, io, onExit);
  addImportCommand(program, io, onExit);
  addExportCommand(program, io, onExit);
  addListCommand(program, io);
  addDoctorCommand(program, io, onExit);
  addDemoServerCommand(program, io, onExit);
  addMcpCommand(program, io, onExit);
  for (const command of program.commands) {
    command.exitOverride().configureOutput(output);
  }
  try {
    await program.parseAsync([...io.argv], { from: "user" });
    return exitCode;
  } catch (error) {
    return reportError(error, io);
  }
}
