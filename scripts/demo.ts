// `npm run demo`: builds if outdated, while the stores are opened, and runs the product with simulated stores.
import './house/react.ts'
import { runCli } from '../server/cli/main.ts'
import { ensureBuild } from './house/fresh-build.ts'

process.exitCode = await runCli(['demo', ...process.argv.slice(2)], { whenBuilt: ensureBuild('servable') })
