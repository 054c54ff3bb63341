/** The episode as an MCP server. */
export { createMcpServer, type McpServerOptions } from "./create-mcp-server.ts";
export { MCP_CONDITIONS, type McpCondition } from "./mcp-condition.ts";
export { createTables, type Tables, type TablesOptions, type Wish } from "./tables.ts";
