// Loaded before tests and the server of `npm run dev`, which start often: a thousand files of ours name each other by the path
// that they have, so that nobody needs to look for it. One that is missing is said by whoever reads it.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(name, context, next) {
    const isOurs = name.startsWith('.') && name.endsWith('.ts') && context.parentURL?.startsWith('file:')
    if (!isOurs) return next(name, context)
    return { url: new URL(name, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
  },
})
