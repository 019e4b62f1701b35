import { useEffect, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { Badge, Button, Card, CardHeader, Notice } from '../../ui/index.ts'
import { endPush, findOwnPush, type OwnPush, type PushProblem, startPush } from './push.client-calls.ts'
import { useWords } from './words.ts'

/** A device that messages are sent to. */
export interface PushDeviceModel {
  readonly id: string
  /** `Firefox · Windows` */
  readonly device: string
  readonly fingerprint: string
  /** Since when, and when it was last told something. */
  readonly standing: string
}

/** Switches messages on for this device, and lists the others. */
export function PushCard({ devices }: { readonly devices: readonly PushDeviceModel[] }) {
  const own = useOwnPush(devices)
  const t = useWords()
  return (
    <Card aria-labelledby="push-heading" className="mt-5 pb-5">
      <CardHeader id="push-heading" note={t('push.note')} title={t('push.title')} />
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
  readonly problem: PushProblem | undefined
  readonly turn: (on: boolean) => void
}

function useOwnPush(devices: readonly PushDeviceModel[]): Own {
  const { revalidate } = useRevalidator()
  const [found, setFound] = useState<OwnPush | undefined>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<PushProblem>()
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
  home_screen: 'push.homeScreen',
  denied: 'push.denied',
  unsupported: 'push.unsupported',
} as const

function ThisDevice({ state, isBusy, problem, turn }: Own) {
  const t = useWords()
  if (state === 'home_screen' || state === 'denied' || state === 'unsupported') {
    return <p className="max-w-prose text-[13px] text-soft">{t(whyNot[state])}</p>
  }
  const isOn = state === 'on'
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-[13px] text-soft">{t(isOn ? 'push.on' : 'push.off')}</p>
      {problem && <Notice severity="warning">{t(problem)}</Notice>}
      <Button
        className="w-fit"
        disabled={state === 'unknown'}
        isBusy={isBusy}
        kind={isOn ? 'secondary' : 'primary'}
        onClick={() => turn(!isOn)}
        type="button"
      >
        {t(isOn ? 'push.turnOff' : 'push.turnOn')}
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
  const t = useWords()
  return (
    <>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-words" dir="auto">
            <bdi>{device}</bdi>
          </span>
          {isThis && <Badge tone="neutral">{t('push.this')}</Badge>}
        </p>
        <p className="text-[13px] text-faint">{standing}</p>
      </div>
      <Form className="flex flex-wrap gap-2" method="post" preventScrollReset>
        <input name="subscription" type="hidden" value={id} />
        <Button aria-label={t('push.testTo', { device })} name="intent" size="small" value="push-test">
          {t('push.test')}
        </Button>
        <Button
          aria-label={t('push.removeNamed', { device })}
          kind="danger"
          name="intent"
          size="small"
          value="push-remove"
        >
          {t('push.remove')}
        </Button>
      </Form>
    </>
  )
}
