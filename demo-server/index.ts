/** Stand-ins for hosts of models, for demonstrations without an account and for tests. */
export {
  createDemoServer,
  DEFAULT_JOB_MS,
  type DemoServer,
  type DemoServerOptions,
  type RunningDemoServer,
} from "./create-demo-server.ts";
export { type QueuedFault, queueOf } from "./faults/queue-of.ts";
export { faultsOf, type SeededFaultsOptions, seededFaults } from "./faults/seeded-faults.ts";
export {
  DEMO_ACTIONS,
  DEMO_PROVIDERS,
  type DemoAction,
  type DemoProvider,
  type Fault,
  type FaultKind,
  type FaultPlan,
  type FaultQuestion,
  type PlayedFault,
} from "./faults/types.ts";
export type {
  ChatAsked,
  ChatAskedMessage,
  ChatPicture,
  ChatRefusal,
  ChatSaid,
  ChatScript,
  ChatToolCall,
} from "./openai/chat/types.ts";
export type { DemoStats, RecordedCreate } from "./recorder.ts";
