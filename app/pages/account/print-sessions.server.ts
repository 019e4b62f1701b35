import { ageText, instantText } from '../../format/index.ts'
import type { SessionView } from '../../identity.ts'
import type { SessionModel } from './model.ts'

interface Printing {
  readonly zone: string
  /** The present instant. */
  readonly now: string
}

/** Sessions in words, this one first. */
export function printSessions(sessions: readonly SessionView[], { zone, now }: Printing): SessionModel[] {
  return sessions
    .toSorted((a, b) => Number(b.isThis) - Number(a.isThis))
    .map(({ id, isThis, device, ip, createdAt, lastUsedAt, level }) => ({
      id,
      isThis,
      device,
      ip,
      lastUsed: ageText(lastUsedAt, now),
      lastUsedAt: `${instantText(lastUsedAt, zone)} (${zone})`,
      signedInAt: instantText(createdAt, zone),
      isStrong: level === 'aal2',
    }))
}
