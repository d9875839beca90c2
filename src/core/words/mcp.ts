/** What the MCP server says for all of its tools. */
export const MCP_TEXTS = {
  unknownTool: (name: string) => `unknown tool \`${name}\``,
  dialogTitle: 'Your decision',
  notSetUp: "Fairlead isn't set up in this folder; pass your project's folder as working_dir",
  workingDir: 'absolute path of the folder you work in',
} as const
