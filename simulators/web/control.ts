import { json, type RawRequest, type TextResponse } from './exchange.ts'
import type { Faults, Often } from './faults.ts'

/** A command from a test or a demo to a simulator; `id` is the number in the path. */
export type Control<World> = (world: World, request: RawRequest, id: number) => unknown

/** Commands that switch faults on and off, the same for every simulator. */
export function faultControls<World, Fault extends Often & { readonly kind: string }, Call>(
  faultsOf: (world: World) => Faults<Fault, Call>,
): Readonly<Record<string, Control<World>>> {
  return {
    'POST faults': (world, request) => {
      const faults = faultsOf(world)
      faults.add(trusted<Fault>(request))
      return faults.list()
    },
    'DELETE faults': (world) => {
      faultsOf(world).clear()
      return []
    },
  }
}

/** Handles a command from a browser test or a demo over HTTP; only from this machine. */
export async function answerControl<World>(
  controls: Readonly<Record<string, Control<World>>>,
  world: World | undefined,
  { path, request }: { readonly path: string; readonly request: RawRequest },
): Promise<TextResponse> {
  if (!/^(?:::1|(?:::ffff:)?127\.)/.test(request.remoteAddress)) {
    return json({ error: 'The sandbox can be controlled from its own machine only.' }, 403)
  }
  const control = controls[`${request.method} ${path.replace(/\d+/, '#')}`]
  if (!world || !control) return json({ error: 'Unknown control.' }, 404)
  return json(await control(world, request, Number(/\d+/.exec(path)?.[0] ?? 0)))
}

/** The control path is for tests on this machine, which send typed data; nothing else can reach it. */
export function trusted<T>(request: RawRequest): T {
  return JSON.parse(request.body === '' ? '{}' : request.body) as T
}
