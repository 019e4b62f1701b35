import { href, Link } from 'react-router'
import { Notice } from '../../ui/index.ts'

interface ReturnedProps {
  /** Labels of the connectors that a connect flow has just come back from. */
  readonly connected: string | null
  /** What comes next is choosing accounts. */
  readonly isChoosing: boolean
  readonly failed: string | null
  /** In a word, why it failed. */
  readonly why: string | null
  /** Label of a platform that was asked for and is not the shop's. */
  readonly misfit: string | null
  readonly shopName: string
  /** Somebody left for a platform and has not come back yet. */
  readonly attempt: { readonly label: string; readonly since: string; readonly keysWait: boolean } | null
}

/** What came of going to a platform: what happened, what it means, what to do. */
export function Returned({ connected, isChoosing, failed, why, misfit, shopName, attempt }: ReturnedProps) {
  return (
    <>
      {connected && (
        <output className="block">
          <Notice severity="info">
            {connected} is connected
            {isChoosing ? '. Say below which of its accounts belong to this shop.' : '; the import has started.'}
          </Notice>
        </output>
      )}
      {failed && (
        <div role="alert">
          <Notice severity="serious">
            {failed} was not connected: {reasonOf(why, failed)}
          </Notice>
        </div>
      )}
      {attempt && (
        <Notice severity="info">
          {attempt.keysWait
            ? `The keys of ${attempt.label} are here, but the browser that began ${attempt.since} has not come back from there. Nothing is read until it does: go back to its window and finish there, or start again below.`
            : `Connecting ${attempt.label} began ${attempt.since} and is not finished. Approve it over there, and you come back here. If you cancelled it, nothing was connected or changed; start again below.`}
        </Notice>
      )}
      {misfit && (
        <Notice
          action={
            <Link className="underline underline-offset-3" to={href('/register')}>
              Add a shop
            </Link>
          }
          severity="warning"
        >
          {misfit} cannot be connected to {shopName}, because a shop is one store and this one is of another platform.
          Add a shop for the {misfit} store; the hub shows both together.
        </Notice>
      )}
    </>
  )
}

type Words = (label: string) => string

const reasons: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['declined', (label) => `the approval was declined in ${label}. Nothing was changed; start again whenever you like.`],
  ['expired', () => 'the attempt took longer than 15 minutes, or was used already. Nothing was changed; start again.'],
  [
    'keys_missing',
    (label) =>
      `${label} says that you approved, but its keys did not arrive here. ${label} could not reach this address, or a firewall stopped it. Start again, or create keys over there and type them in.`,
  ],
  [
    'other_browser',
    (label) =>
      `it was begun in another browser, or under another address of this site. Start again here and approve in this browser. If you did not begin it, remove the keys that you approved in ${label} just now.`,
  ],
  [
    'other_account',
    () =>
      'the approval was given for another store than the one that you began with. Sign in to the right one over there and start again.',
  ],
  [
    'not_genuine',
    (label) => `the answer did not come from ${label}, or not in time. Nothing was changed; start again from here.`,
  ],
  ['does_not_fit', () => 'it is not the platform of this shop. Add a shop for it and connect it there.'],
  ['no_answer', (label) => `${label} did not hand over its keys. Nothing was changed; try again in a few minutes.`],
  ['unknown', () => 'this attempt is not known here any more. Start again from here.'],
])

function reasonOf(why: string | null, label: string): string {
  const words = reasons.get(why ?? '')
  return words ? words(label) : 'the approval was refused or took too long. Try again below.'
}
