import { useEffect, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { Badge, Button, Card, CardHeader, Notice } from '../../ui/index.ts'
import { endPush, findOwnPush, type OwnPush, startPush } from './push.client-calls.ts'

/** A device that messages are sent to. */
export interface PushDeviceModel {
  readonly id: string
  /** `Firefox on Windows` */
  readonly device: string
  readonly fingerprint: string
  /** Since when, and when it was last told something. */
  readonly standing: string
}

/** Switches messages on for this device, and lists the others. */
export function PushCard({ devices }: { readonly devices: readonly PushDeviceModel[] }) {
  const own = useOwnPush(devices)
  return (
    <Card aria-labelledby="push-heading" className="mt-5 pb-5">
      <CardHeader
        id="push-heading"
        note="For alerts that go to your devices. Choose that in an alert under “Where it goes”."
        title="Messages on your devices"
      />
      <div className="mt-2 px-4 sm:px-5">
        <ThisDevice {...own} />
      </div>
      {devices.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {devices.map((device) => (
            <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 sm:px-5" key={device.id}>
              <DeviceRow isThis={device.fingerprint === own.fingerprint} of={device} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface Own {
  readonly state: OwnPush['state'] | 'unknown'
  readonly fingerprint: string
  readonly isBusy: boolean
  readonly problem: string
  readonly turn: (on: boolean) => void
}

function useOwnPush(devices: readonly PushDeviceModel[]): Own {
  const { revalidate } = useRevalidator()
  const [found, setFound] = useState<OwnPush | undefined>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let isCurrent = true
    void findOwnPush().then((own) => isCurrent && setFound(own))
    return () => {
      isCurrent = false
    }
  }, [])
  const known = devices.find(({ fingerprint }) => fingerprint === found?.fingerprint)
  const turn = async (on: boolean): Promise<void> => {
    setBusy(true)
    setProblem(on ? await startPush() : await endPush(known?.id))
    setFound(await findOwnPush())
    await revalidate()
    setBusy(false)
  }
  // A browser that was removed from the list keeps its permission.
  const state = found?.state === 'on' && !known ? 'off' : (found?.state ?? 'unknown')
  return { state, fingerprint: found?.fingerprint ?? '', isBusy, problem, turn: (on) => void turn(on) }
}

const whyNot = {
  home_screen:
    'On an iPhone or iPad messages come only when Tillsight is on the home screen: tap Share, then “Add to Home Screen”, open it from there, and switch them on here.',
  denied:
    'This browser does not let Tillsight show messages. Allow notifications for this site in the settings of the browser, then reload this page.',
  unsupported: 'This browser cannot show messages of a site. Current versions of Chrome, Edge, Firefox and Safari can.',
} as const

function ThisDevice({ state, isBusy, problem, turn }: Own) {
  if (state === 'home_screen' || state === 'denied' || state === 'unsupported') {
    return <p className="max-w-prose text-[13px] text-soft">{whyNot[state]}</p>
  }
  const isOn = state === 'on'
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-[13px] text-soft">
        {isOn ? 'Messages are on for this device.' : 'Messages are off for this device. Your browser will ask you.'}
      </p>
      {problem !== '' && <Notice severity="warning">{problem}</Notice>}
      <Button
        className="w-fit"
        disabled={state === 'unknown'}
        isBusy={isBusy}
        kind={isOn ? 'secondary' : 'primary'}
        onClick={() => turn(!isOn)}
        type="button"
      >
        {isOn ? 'Turn off for this device' : 'Turn on for this device'}
      </Button>
    </div>
  )
}

function DeviceRow({
  of: { id, device, standing },
  isThis,
}: {
  readonly of: PushDeviceModel
  readonly isThis: boolean
}) {
  return (
    <>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-words" dir="auto">
            {device}
          </span>
          {isThis && <Badge tone="neutral">This device</Badge>}
        </p>
        <p className="text-[13px] text-faint">{standing}</p>
      </div>
      <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
        <input name="subscription" type="hidden" value={id} />
        <Button aria-label={`Send a test to ${device}`} name="intent" size="small" value="push-test">
          Send a test
        </Button>
        <Button aria-label={`Remove ${device}`} kind="danger" name="intent" size="small" value="push-remove">
          Remove
        </Button>
      </Form>
    </>
  )
}
