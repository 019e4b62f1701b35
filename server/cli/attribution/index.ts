import type { Command } from 'commander'
import { classifyLandings } from './classify.ts'
import { creditCases } from './credit.ts'
import { resolveHistories } from './journeys.ts'
import { fitPaths } from './paths.ts'

/** `attribution credit|paths|classify|journeys`: the arithmetic itself, without a shop or a store; JSON in and out. */
export function addAttributionCommands(program: Command): void {
  const attribution = program
    .command('attribution')
    .description('work out credit, channels and journeys from what is given on standard input; opens no store')
  const command = (name: string, description: string, work: () => Promise<unknown>): void => {
    attribution
      .command(name)
      .description(description)
      .option('--json', 'print JSON, which it does anyway')
      .action(async () => {
        process.stdout.write(`${JSON.stringify(await work(), null, 2)}\n`)
      })
  }
  command('credit', 'what every touch gets of every order, under the models asked for', creditCases)
  command('paths', 'Markov and Shapley for journeys counted by path', fitPaths)
  command('classify', 'the channel of every landing', classifyLandings)
  command('journeys', 'whose touches every order looks back on', resolveHistories)
}
