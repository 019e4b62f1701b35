import type { GuideView } from '@tillsight/domain'
import { Badge, Card } from '../../ui/index.ts'
import { CopyRow } from './copy-row.tsx'

type Way = GuideView['ways'][number]

/** What to do on one way in: steps, addresses to enter over there, and what the operator sets here. */
export function WayCard({ way, label }: { readonly way: Way; readonly label: string }) {
  return (
    <Card aria-labelledby="way-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="way-heading">
        {way.title}
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-soft">{way.suits}</p>
      <ol className="mt-4 max-w-prose list-decimal space-y-2.5 ps-5 marker:text-faint">
        {way.steps.map((step) => (
          <li className="break-words ps-1" key={step}>
            {step}
          </li>
        ))}
      </ol>
      <Addresses label={label} way={way} />
      <Variables way={way} />
    </Card>
  )
}

function Addresses({ way, label }: { readonly way: Way; readonly label: string }) {
  if (way.addresses.length === 0) return null
  return (
    <>
      <h3 className="mt-6 font-medium">Addresses for {label}</h3>
      <dl className="mt-2 grid gap-4">
        {way.addresses.map((address) => (
          <div key={address.label}>
            <dt className="font-medium text-[13px]">{address.label}</dt>
            <dd className="mt-0.5 grid gap-1.5 text-[13px] text-soft">
              {address.note}
              {address.url !== null && <CopyRow label={address.label} text={address.url} />}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Variables({ way }: { readonly way: Way }) {
  if (way.variables.length === 0) return null
  return (
    <>
      <h3 className="mt-6 font-medium">In the environment of this installation</h3>
      <p className="mt-0.5 max-w-prose text-[13px] text-soft">
        Whoever runs it sets these and starts Tillsight again. What they hold is not shown.
      </p>
      <dl className="mt-2 divide-y divide-line border-line border-y text-[13px]">
        {way.variables.map(({ name, help, isSet, required }) => (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5" key={name}>
            <dt className="min-w-0 flex-1 basis-64">
              <code className="break-all font-medium">{name}</code>
              <span className="block text-soft">{help}</span>
            </dt>
            <dd>
              <Badge tone={isSet ? 'good' : required ? 'bad' : 'neutral'}>
                {isSet ? 'Set' : required ? 'Not set' : 'Not set, optional'}
              </Badge>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
