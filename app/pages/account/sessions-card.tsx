import { Form } from 'react-router'
import { Badge, Button, Card, CardHeader } from '../../ui/index.ts'
import type { SessionModel } from './model.ts'
import { Disclosure, SettingRow } from './parts.tsx'

/** Where the person is signed in, and the ways to end it. */
export function SessionsCard({ sessions }: { readonly sessions: readonly SessionModel[] | null }) {
  const hasOthers = sessions === null || sessions.length > 1
  return (
    <Card aria-labelledby="sessions-heading">
      <CardHeader id="sessions-heading" title="Where you are signed in" />
      {sessions === null ? (
        <p className="mt-1 px-4 text-[13px] text-soft sm:px-5">
          The hosted sign-in service does not list devices. You can still sign out all of them here.
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 border-line p-4 sm:px-5 [ul+&]:border-t">
        {hasOthers && (
          <SignOut label="Sign out all others" scope="others" text="You stay signed in on this device only." />
        )}
        <SignOut
          label="Sign out everywhere"
          scope="global"
          text="You are signed out on every device, this one included, and sign in again afterwards."
        />
      </div>
    </Card>
  )
}

function Session({ session }: { readonly session: SessionModel }) {
  const { isThis, device, ip, lastUsed, lastUsedAt, signedInAt, isStrong } = session
  return (
    <SettingRow
      action={
        isThis && (
          <Form method="post">
            <input name="intent" type="hidden" value="sign-out" />
            <Button kind="quiet" name="scope" size="small" value="local">
              Sign out<span className="sr-only"> this device</span>
            </Button>
          </Form>
        )
      }
      name={
        <>
          {device} {isThis && <Badge tone="good">This device</Badge>}
        </>
      }
    >
      <span title={lastUsedAt}>{isThis ? 'Active now' : `Last used ${lastUsed}`}</span>
      {ip && ` · ${ip}`}
      <span className="block text-faint">
        Signed in {signedInAt}
        {isStrong && ', with second factor'}
      </span>
    </SettingRow>
  )
}

interface SignOutProps {
  readonly label: string
  readonly scope: 'others' | 'global'
  readonly text: string
}

function SignOut({ label, scope, text }: SignOutProps) {
  return (
    <Disclosure align="start" kind="secondary" label={`${label}…`}>
      <p className="mb-3">{text}</p>
      <Form method="post" preventScrollReset>
        <input name="intent" type="hidden" value="sign-out" />
        <Button kind="danger" name="scope" size="small" value={scope}>
          {label}
        </Button>
      </Form>
    </Disclosure>
  )
}
