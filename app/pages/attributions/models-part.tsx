import { Link } from 'react-router'
import { creditSearch, modelAbout } from '../../blocks/credit/credit-choice.ts'
import { useCreditWords } from '../../blocks/credit/words.ts'
import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { Delta } from '../../charts/index.ts'
import { Sentence } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { Badge, buttonClass, DataTable } from '../../ui/index.ts'
import type { ModelsModel, SpreadModel } from './reports-model.ts'
import { useWords } from './words.ts'

interface ModelsPartProps {
  readonly models: Promise<Part<ModelsModel>>
  readonly state: SearchState
  /** Value of the address's parameter that shows all models. */
  readonly every: string
}

/** Channels in rows, models in columns, and the spread between models. */
export function ModelsPart({ models, state, every }: ModelsPartProps) {
  const say = useWords()
  return (
    <PartCard id="models-heading" lines={10} note={say('models.note')} part={models} title={say('models.title')}>
      {(model) => (
        <>
          <div className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-5">
            <Link
              className={buttonClass('secondary', 'small')}
              preventScrollReset
              rel="nofollow"
              to={{ search: withSearch(state, { by: model.isEvery ? 'country' : every }) }}
            >
              {model.isEvery ? say('models.usual') : say('models.every')}
            </Link>
            <p className="text-[13px] text-faint">{say('models.spread_note')}</p>
          </div>
          <ModelsTable model={model} state={state} />
          {model.fits.length + model.notes.length > 0 && (
            <ul className="space-y-0.5 border-line border-t px-4 py-2.5 text-[13px] text-faint sm:px-5">
              {model.fits.map((text) => (
                <li key={text}>{text}</li>
              ))}
              {model.notes.map((note) => (
                <li key={note.text}>
                  <Sentence {...note} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </PartCard>
  )
}

function ModelsTable({ model, state }: { readonly model: ModelsModel; readonly state: SearchState }) {
  const sayCredit = useCreditWords()
  const say = useWords()
  return (
    <DataTable
      caption={say('models.caption')}
      columns={[
        { key: 'spread', label: say('models.spread'), hint: say('models.spread_hint'), isText: true },
        ...model.models.map(({ id, name }) => ({ key: id, label: name, hint: modelAbout(id, sayCredit) })),
      ]}
      labelHeader={{ label: say('models.channel') }}
      rows={model.rows.map(({ key, label, isNotTracked, cells, spread }) => ({
        key,
        label: <span className={isNotTracked ? 'text-soft italic' : ''}>{label}</span>,
        cells: [
          <Spread key="spread" spread={spread} />,
          ...cells.map(({ text, orders, roas, change }, index) => (
            <span key={model.models[index]?.id}>
              {text}
              <span className="block text-faint text-xs">
                {orders}
                {roas && ` · ${roas}`}
              </span>
              {change && (
                <span className="block text-xs">
                  <Delta change={change} />
                </span>
              )}
            </span>
          )),
        ],
      }))}
      total={{
        label: say('models.all'),
        cells: [
          '',
          ...model.models.map(({ id, revenue, orders, fit }) => (
            <span key={id}>
              {revenue}
              <span className="block font-normal text-faint text-xs">{orders}</span>
              {fit ? (
                <span title={fit}>
                  <Badge tone="warn">{say('models.few')}</Badge>
                </span>
              ) : (
                <Link
                  className="block font-normal text-accent text-xs underline underline-offset-3"
                  preventScrollReset
                  rel="nofollow"
                  to={{ search: creditSearch(state, { model: id }, { tab: undefined, by: 'country' }) }}
                >
                  {say('models.use')}
                </Link>
              )}
            </span>
          )),
        ],
      }}
    />
  )
}

/** The range between the models' lowest and highest figure, with a mark for each. */
function Spread({ spread: { text, from, to, marks } }: { readonly spread: SpreadModel }) {
  return (
    <span className="block w-36">
      <span aria-hidden className="relative block h-3">
        <span className="absolute inset-x-0 top-1.5 border-line border-t" />
        <span
          className="absolute top-1 h-1 rounded-full bg-series-1/35"
          style={{ insetInlineStart: `${from * 100}%`, width: `${Math.max(1, (to - from) * 100)}%` }}
        />
        {marks.map((mark, index) => (
          <span
            className={`absolute top-0.5 h-2 w-0.5 rounded-full ${index === 0 ? 'bg-series-2' : 'bg-series-1'}`}
            // Several models may have the same value.
            key={`${index} ${mark}`}
            style={{ insetInlineStart: `${mark * 100}%` }}
          />
        ))}
      </span>
      <span className="text-faint text-xs">{text}</span>
    </span>
  )
}
