// `npm run demo`: builds if outdated, while the product is loaded and the stores are opened, and runs it with simulated stores.
import './house/react.ts'
import { ensureBuild } from './house/fresh-build.ts'

// First: see start.ts.
const whenBuilt = ensureBuild('servable')
whenBuilt.catch(() => undefined)
const { runCli } = await import('../server/cli/main.ts')

process.exitCode = await runCli(['demo', ...process.argv.slice(2)], { whenBuilt })
