import type { Say } from '../../language/index.ts'
import type { WordKey } from './words.ts'

/** How one assistant is connected. */
export interface AssistantSetup {
  readonly name: string
  /** Where the text goes. */
  readonly where: string
  readonly code: string
}

/** Without a key, where the server offers it. */
export function byClick(address: string, say: Say<WordKey>): AssistantSetup {
  return { name: say('assistants.click'), where: say('assistants.clickWhere'), code: address }
}

/** What connects assistants to the server at an origin. None of it holds a key: people type theirs. */
export function assistantsAt(origin: string, say: Say<WordKey>): readonly AssistantSetup[] {
  const key = 'tsk_…'
  const url = `${origin}/api/v1/mcp`
  const json = (value: object): string => JSON.stringify(value, null, 2)
  return [
    {
      name: 'Claude Code',
      where: say('assistants.claudeCode', { key }),
      code: `claude mcp add --transport http tillsight ${url} \\
  --header "Authorization: Bearer tsk_…"`,
    },
    {
      name: 'Claude Desktop',
      where: say('assistants.claudeDesktop', { key }),
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
      where: say('assistants.cursor'),
      code: json({
        mcpServers: { tillsight: { url, headers: { Authorization: 'Bearer ${env:TILLSIGHT_KEY}' } } },
      }),
    },
    {
      name: 'VS Code',
      where: say('assistants.vsCode'),
      code: json({
        inputs: [{ type: 'promptString', id: 'tillsight-key', description: 'Tillsight API key', password: true }],
        servers: {
          tillsight: { type: 'http', url, headers: { Authorization: 'Bearer ${input:tillsight-key}' } },
        },
      }),
    },
  ]
}
