// The command-line tool, from a checkout: `npm run tillsight -- <command>`.
import './house/react.ts'
import { runCli } from '../server/cli/main.ts'

process.exitCode = await runCli(process.argv.slice(2))
