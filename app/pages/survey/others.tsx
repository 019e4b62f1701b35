import type { SurveyReportModel } from './model.ts'

/** What buyers wrote themselves, the newest first. */
export function Others({ others }: { readonly others: NonNullable<SurveyReportModel['others']> }) {
  return (
    <section aria-labelledby="others-heading" className="border-line border-t px-4 py-4 sm:px-5">
      <h3 className="font-medium" id="others-heading">
        In their own words
      </h3>
      <ul className="mt-2 grid max-h-80 gap-1.5 overflow-y-auto text-[13px]">
        {others.map(({ text, count }) => (
          <li className="flex items-baseline justify-between gap-4" key={text}>
            <span className="min-w-0 break-words" dir="auto">
              {text}
            </span>
            {count !== '1' && <span className="shrink-0 text-faint tabular">{count} times</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
