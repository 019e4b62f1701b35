// Loaded before anything else (`node --import`), in this process and in those that it forks: shifts the clock, so that each
// run begins at the same instant. The product's own clock is not enough: third-party clients read `Date`. Timers and
// `performance` are unchanged.

/**
 * Start of the shifted clock: far from daylight saving changes. In the past, so that jobs scheduled for later are due at once
 * for the database, which has the machine's time.
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

/** Freezes the clock of this process, and of child processes that inherit its environment. */
export function standStill(at: Date): void {
  standsAt = at.getTime()
  process.env['TILLSIGHT_FREEZE_STANDS'] = String(standsAt)
}

/** Environment for child processes to have the same clock. */
export function clockVariables(): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import ${import.meta.url}`,
    TILLSIGHT_FREEZE_BEGAN: String(beganAt),
    ...(standsAt === undefined ? {} : { TILLSIGHT_FREEZE_STANDS: String(standsAt) }),
  }
}
