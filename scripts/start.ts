// `npm start`: builds if outdated, and runs the product.
import './house/react.ts'
import { runCli } from '../server/cli/main.ts'
import { ensureBuild } from './house/fresh-build.ts'

ensureBuild()
process.exitCode = await runCli(['serve', ...process.argv.slice(2)])
