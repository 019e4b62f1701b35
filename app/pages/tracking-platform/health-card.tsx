import { ServerText, useServerText } from '../../language/index.ts'
import { Badge, Card, CardHeader, Meter } from '../../ui/index.ts'
import type { HealthModel } from './model.ts'
import { useWords } from './words.ts'

/** Delivery statistics: success rate, delay, matching keys, responses, and advice. */
export function HealthCard({ health }: { readonly health: HealthModel }) {
  const t = useWords()
  return (
    <Card aria-labelledby="health-heading" className="pb-5">
      <CardHeader id="health-heading" note={health.title} title={t('health.title')} />
      <dl className="mt-4 grid gap-4 px-4 sm:grid-cols-2 sm:px-5 xl:grid-cols-4">
        {health.tiles.map(({ label, value, note }) => (
          <div key={label}>
            <dt className="text-[13px] text-soft">{label}</dt>
            <dd>
              <span className="block font-semibold text-xl tabular">{value}</span>
              <span className="block text-pretty text-[13px] text-faint">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      {health.advice.length > 0 && (
        <ul className="mt-4 list-disc space-y-1.5 ps-9 pe-4 text-[13px] marker:text-warn sm:ps-10 sm:pe-5">
          {health.advice.map((text) => (
            <li key={text}>
              <ServerText>{text}</ServerText>
            </li>
          ))}
        </ul>
      )}
      <Keys keys={health.keys} />
      <Said said={health.said} />
    </Card>
  )
}

/** Share of sent orders with each matching key, with advice where it is low. */
function Keys({ keys }: Pick<HealthModel, 'keys'>) {
  const t = useWords()
  const translate = useServerText()
  return (
    <>
      <h3 className="mt-5 px-4 font-medium text-[13px] sm:px-5">{t('health.had')}</h3>
      <ul className="mt-2 grid gap-x-8 gap-y-2.5 px-4 sm:px-5 lg:grid-cols-2">
        {keys.map(({ kind, label, share, text, advice }) => (
          <li className="grid grid-cols-[9rem_minmax(0,1fr)_3rem] items-center gap-x-3 text-[13px]" key={kind}>
            <span className="truncate text-soft" title={translate(label)}>
              <ServerText>{label}</ServerText>
            </span>
            <Meter done={share} label={translate(label)} total={1} />
            <span className="text-end tabular">{text}</span>
            {advice !== null && (
              <p className="col-span-3 mt-1 text-pretty text-soft">
                <ServerText>{advice}</ServerText>
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The platform's responses, and where to find its own score. */
function Said({ said: { heading, note, answers } }: Pick<HealthModel, 'said'>) {
  return (
    <>
      <h3 className="mt-5 px-4 font-medium text-[13px] sm:px-5">{heading}</h3>
      <p className="mt-1 max-w-prose text-pretty px-4 text-[13px] text-soft sm:px-5">
        <ServerText>{note}</ServerText>
      </p>
      {answers.length > 0 && (
        <ul className="mt-2.5 grid gap-1.5 px-4 text-[13px] sm:px-5">
          {answers.map(({ state, text, count }) => (
            <li className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1" key={`${state.label} ${text}`}>
              <span className="min-w-8 text-end tabular">{count}</span>
              <Badge tone={state.tone}>{state.label}</Badge>
              <span className="min-w-0 text-soft">
                <ServerText>{text}</ServerText>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
