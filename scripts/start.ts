// `npm start`: builds if outdated, while the stores are opened, and runs the product.
import './house/react.ts'
import { runCli } from '../server/cli/main.ts'
import { ensureBuild } from './house/fresh-build.ts'

process.exitCode = await runCli(['serve', ...process.argv.slice(2)], { whenBuilt: ensureBuild('servable') })
