/** How one assistant is connected. */
export interface AssistantSetup {
  readonly name: string
  /** Where the text goes. */
  readonly where: string
  readonly code: string
}

/** Without a key, where the installation lets assistants in so. */
export function byClick(address: string): AssistantSetup {
  return {
    name: 'By a click, without a key',
    where:
      'Enter this address where your assistant adds a server or connector. It opens a page here, on which you choose what it may read.',
    code: address,
  }
}

/** What connects assistants to the installation at an origin. None of it holds a key: people type theirs. */
export function assistantsAt(origin: string): readonly AssistantSetup[] {
  const url = `${origin}/api/v1/mcp`
  const json = (value: object): string => JSON.stringify(value, null, 2)
  return [
    {
      name: 'Claude Code',
      where: 'Type this into a terminal, with your key in place of tsk_….',
      code: `claude mcp add --transport http tillsight ${url} \\
  --header "Authorization: Bearer tsk_…"`,
    },
    {
      name: 'Claude Desktop',
      where:
        'Settings > Developer > Edit config, with your key in place of tsk_…; then start it again. It needs Node.js.',
      code: json({
        mcpServers: {
          tillsight: {
            command: 'npx',
            // A space in an argument does not survive on Windows.
            args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${TILLSIGHT_KEY}'],
            env: { TILLSIGHT_KEY: 'Bearer tsk_…' },
          },
        },
      }),
    },
    {
      name: 'Cursor',
      where: 'In ~/.cursor/mcp.json; the key is read from the environment variable TILLSIGHT_KEY.',
      code: json({
        mcpServers: { tillsight: { url, headers: { Authorization: 'Bearer ${env:TILLSIGHT_KEY}' } } },
      }),
    },
    {
      name: 'VS Code',
      where: 'In .vscode/mcp.json; it asks for the key and keeps it.',
      code: json({
        inputs: [{ type: 'promptString', id: 'tillsight-key', description: 'Tillsight API key', password: true }],
        servers: {
          tillsight: { type: 'http', url, headers: { Authorization: 'Bearer ${input:tillsight-key}' } },
        },
      }),
    },
  ]
}
