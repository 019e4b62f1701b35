// The command-line tool: what it says of itself, and what its reading commands print beside the running product.
import { type CommandLine, openCommandLine } from '../server/testing/command-line.ts'
import { type Case, normalise } from './case.ts'
import { frozenShops } from './http.ts'
import type { FrozenProduct } from './product.ts'
import { clockVariables } from './shifted-clock.ts'

const days = ['--from', '2026-04-01', '--to', '2026-04-30']
const reading: readonly (readonly string[])[] = [
  ['metrics'],
  ['metrics', ...days, '--interval', 'week', '--compare', 'previous_period'],
  ['metrics', 'sales', 'orders', ...days, '--by', 'country'],
  ['metrics', 'adSpend', 'claimedRoas', ...days, '--by', 'channel', '--currency', 'USD'],
  ['changes'],
  ['connections'],
  ['rates', 'show'],
  ['spend', 'list'],
  ['import', 'list'],
  ['survey', 'report'],
  ...['metrics', 'ledger', 'orders', 'customers', 'attribution'].flatMap((what) =>
    ['csv', 'json'].map((format) => ['export', what, ...days, '--format', format]),
  ),
]

/** All of them. */
export async function* commandCases({ variables }: FrozenProduct): AsyncIterable<Case> {
  const leave: (() => Promise<void>)[] = []
  const line = openCommandLine({ after: (work) => void leave.push(work) }, { ...variables, ...clockVariables() })
  try {
    yield* helpCases(line, [])
    for (const args of [['shop', 'list'], ['doctor']]) yield await caseOf(line, args)
    for (const shop of frozenShops) {
      for (const args of reading) yield await caseOf(line, [...args, '--shop', shop])
    }
  } finally {
    for (const work of leave) await work()
  }
}

/** The help of a command and of all below it. */
async function* helpCases(line: CommandLine, command: readonly string[]): AsyncIterable<Case> {
  const { key, text } = await caseOf(line, [...command, '--help'])
  yield { key, text }
  const list = text.split('\nCommands:\n')[1] ?? ''
  for (const [, name = ''] of list.matchAll(/^ {2}([a-z][\w-]*)/gm)) {
    if (name !== 'help') yield* helpCases(line, [...command, name])
  }
}

async function caseOf(line: CommandLine, args: readonly string[]): Promise<Case> {
  const { code, out, err } = await line.run(...args)
  const text = normalise(`${code}\n${out}\n--- standard error\n${err}`)
  return { key: args.join(' ').replaceAll('--', ''), text: machineless(text) }
}

/** `doctor` looks at this machine too, and one process that runs many commands gets warnings that a person's does not. */
function machineless(text: string): string {
  return text
    .replace(/^\(.*(?:MaxListenersExceededWarning|--trace-warnings).*\n/gm, '')
    .replace(/[\d.]+ GB free for \S+/g, '… GB free')
    .replace(/Node: \d[\d.]*/g, 'Node: …')
    .replace(/\/\S*tillsight-frozen-\w+/g, '<data>')
}
