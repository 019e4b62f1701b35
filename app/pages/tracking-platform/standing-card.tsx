import { Form, useNavigation } from 'react-router'
import { Badge, Button, Card, CardHeader, Notice } from '../../ui/index.ts'
import type { ConversionsModel } from './model.ts'

const badges = {
  on: { tone: 'good', text: 'On' },
  failing: { tone: 'bad', text: 'On, but failing' },
  off: { tone: 'neutral', text: 'Off' },
} as const

interface StandingCardProps {
  readonly model: ConversionsModel
}

/** Whether orders are sent, what keeps them from it, and the switch. */
export function StandingCard({ model }: StandingCardProps) {
  const { isOn, standing, problem } = model
  const { tone, text } = badges[isOn ? (problem === null ? 'on' : 'failing') : 'off']
  return (
    <Card aria-labelledby="standing-heading" className="pb-4">
      <CardHeader id="standing-heading" note={standing} title="Sending">
        <Badge tone={tone}>{text}</Badge>
      </CardHeader>
      <div className="mt-3 grid gap-3 px-4 sm:px-5">
        {problem !== null && (
          <Notice severity="serious">{problem} Orders wait meanwhile; each is tried again for 72 hours.</Notice>
        )}
        <NextStep model={model} />
      </div>
    </Card>
  )
}

/** What can be done about it: fill in the set-up first, then switch. */
function NextStep({ model: { isOn, isSetUp, lacks, mayArrange, name } }: StandingCardProps) {
  if (!isOn && !isSetUp) {
    if (!mayArrange) return null
    return <p className="text-soft">Fill in the set-up below and save it; then it can be tried and switched on.</p>
  }
  return (
    <>
      {!isOn && lacks !== null && <Notice severity="warning">{lacks}</Notice>}
      {mayArrange && <Switch isBlocked={lacks !== null} isOn={isOn} name={name} />}
    </>
  )
}

interface SwitchProps {
  readonly isOn: boolean
  readonly isBlocked: boolean
  readonly name: string
}

function Switch({ isOn, isBlocked, name }: SwitchProps) {
  const intent = isOn ? 'off' : 'on'
  const isBusy = useNavigation().formData?.get('intent') === intent
  return (
    <Form action="#orders" method="post" preventScrollReset>
      <Button
        disabled={!isOn && isBlocked}
        isBusy={isBusy}
        kind={isOn ? 'danger' : 'primary'}
        name="intent"
        type="submit"
        value={intent}
      >
        {isOn ? 'Stop sending orders' : `Send orders to ${name} from now on`}
      </Button>
    </Form>
  )
}
