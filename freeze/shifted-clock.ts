// Loaded before anything else (`node --import`), in this process and in those that it forks: the machine's clock is set back,
// so that each run begins at the same instant. The product's own clock is not enough: clients of others look at `Date`.
// Timers and `performance` are left alone.

/**
 * When everything begins: far from where clocks change. In the past of every machine, so that jobs of later are due at once
 * for the database, which has the machine's own time.
 */
export const begins = '2026-05-14T10:00:00.000Z'

const Real = Date
const beganAt = Number((process.env['TILLSIGHT_FREEZE_BEGAN'] ??= String(Real.now())))
const { TILLSIGHT_FREEZE_STANDS: stands } = process.env
let standsAt = stands === undefined ? undefined : Number(stands)

const now = (): number => standsAt ?? Real.parse(begins) + Real.now() - beganAt

globalThis.Date = new Proxy(Real, {
  construct: (target, given: readonly unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given),
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

/** From now on the clock of this process stands, and of those that it starts with its environment. */
export function standStill(at: Date): void {
  standsAt = at.getTime()
  process.env['TILLSIGHT_FREEZE_STANDS'] = String(standsAt)
}

/** What commands are started with, so that their clock is the same. */
export function clockVariables(): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import ${import.meta.url}`,
    TILLSIGHT_FREEZE_BEGAN: String(beganAt),
    ...(standsAt === undefined ? {} : { TILLSIGHT_FREEZE_STANDS: String(standsAt) }),
  }
}
