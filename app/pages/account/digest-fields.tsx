import type { DigestPeriod } from '@tillsight/domain/inputs'
import { useId } from 'react'
import { Select } from '../../ui/index.ts'
import { useWords } from './words.ts'

/** A digest that the person gets; over all shops without one. */
export interface DigestChoice {
  readonly every: DigestPeriod
  readonly shop: string | null
}

interface DigestChoicesProps {
  readonly digests: readonly DigestChoice[]
  readonly periods: readonly DigestPeriod[]
  readonly shops: readonly { readonly id: string; readonly name: string }[]
}

/** A box for each digest: over all shops, and for each of them. */
export function DigestChoices({ digests, periods, shops }: DigestChoicesProps) {
  const t = useWords()
  const rows = [{ id: '', name: t(shops.length > 0 ? 'told.all' : 'told.one') }, ...shops]
  const isChosen = (every: DigestChoice['every'], id: string) =>
    digests.some((digest) => digest.every === every && (digest.shop ?? '') === id)
  return (
    <div className="min-w-0 overflow-x-auto">
      <table aria-label={t('told.which')} className="w-full text-start">
        <thead>
          <tr className="text-[13px] text-faint">
            <th className="py-2 pe-4 text-start font-medium" scope="col">
              {t('told.figuresOf')}
            </th>
            {periods.map((every) => (
              <th className="px-1 py-2 text-center font-medium sm:px-2" key={every} scope="col">
                {t(`told.${every}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {rows.map(({ id, name }) => (
            <tr key={id}>
              <th className="wrap-break-word py-2 pe-2 text-start font-normal sm:pe-4" dir="auto" scope="row">
                {name}
              </th>
              {periods.map((every) => (
                <td className="px-1 py-1 text-center sm:px-2" key={every}>
                  <input
                    aria-label={`${t(`told.${every}`)}: ${name}`}
                    className="my-1 size-6 cursor-pointer accent-ink"
                    defaultChecked={isChosen(every, id)}
                    name="digest"
                    type="checkbox"
                    value={`${every}:${id}`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** How many figures a digest has. */
export type Places = Readonly<Record<'least' | 'most', number>>

interface FigureChoicesProps {
  readonly places: Places
  readonly metrics: readonly { readonly key: string; readonly label: string }[]
  readonly chosen: readonly string[]
  readonly error: string | undefined
}

/** The figures of a digest, in their order. */
export function FigureChoices({ metrics, chosen, error, places: { least, most } }: FigureChoicesProps) {
  const id = useId()
  const t = useWords()
  return (
    <fieldset aria-describedby={`${id}-help`} className="min-w-0">
      <legend className="font-medium">{t('told.figures')}</legend>
      <p className="mt-0.5 text-[13px] text-soft" id={`${id}-help`}>
        {t('told.figuresHelp', { least, most })}
      </p>
      <div className="mt-3 grid grid-cols-1 gap-2 sm:grid-cols-2">
        {Array.from({ length: most }, (_, index) => (
          <label className="flex items-center gap-2" key={`place ${index + 1}`}>
            <span className="w-5 shrink-0 text-end text-faint tabular-nums">
              <span aria-hidden>{index + 1}</span>
              <span className="sr-only">{t('told.figure', { number: index + 1 })}</span>
            </span>
            <Select aria-invalid={error ? true : undefined} defaultValue={chosen[index] ?? ''} name="figure">
              {index >= least && <option value="">{t('told.none')}</option>}
              {metrics.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </Select>
          </label>
        ))}
      </div>
      <p className="mt-1 text-[13px] text-bad" role="alert">
        {error}
      </p>
    </fieldset>
  )
}
