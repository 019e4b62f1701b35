import { Link } from 'react-router'
import { Sigma } from '../../icons.ts'
import { usePreference } from '../../preference/preference-provider.tsx'
import type { SearchState } from '../../search/index.ts'
import { DetailsMenu, MenuChoice } from '../../ui/index.ts'
import { creditModels, creditSearch, families, frontModels, modelAbout, modelName } from './credit-choice.ts'
import { useCreditWords } from './words.ts'

interface ModelSwitchProps {
  readonly state: SearchState
  /** Id of the chosen model, also while its figures are loading. */
  readonly model: string
}

/** Chooses the attribution model: the usual ones directly, all of them in a menu. Stored for the person. */
export function ModelSwitch({ state, model }: ModelSwitchProps) {
  const { change } = usePreference()
  const say = useCreditWords()
  const remember = (id: string) => change({ attributions: { model: id } })
  const front = frontModels.some((id) => id === model) ? frontModels : [...frontModels.slice(0, -1), model]
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <nav
        aria-label={say('switch.label')}
        className="flex max-w-full rounded-lg bg-hover p-0.5 text-[13px] max-sm:hidden"
      >
        {front.map((id) => (
          <Link
            aria-current={id === model || undefined}
            className="touch-target inline-flex shrink-0 items-center justify-center rounded-md px-2.5 py-1 text-soft hover:text-ink focus-visible:-outline-offset-2 aria-current:bg-surface aria-current:font-medium aria-current:text-ink aria-current:shadow-xs"
            key={id}
            onClick={() => remember(id)}
            preventScrollReset
            rel="nofollow"
            title={modelAbout(id, say)}
            to={{ search: creditSearch(state, { model: id }) }}
          >
            {modelName(id, say)}
          </Link>
        ))}
      </nav>
      <DetailsMenu
        hint={say('switch.hint')}
        icon={Sigma}
        isRead
        label={
          <>
            <span className="sm:hidden">{modelName(model, say)}</span>
            <span className="max-sm:hidden">{say('switch.all')}</span>
          </>
        }
        width="wide"
      >
        {families.map((family) => (
          <section aria-label={say(`family.${family}`)} key={family}>
            <h3 className="px-2 pb-1 text-faint text-xs">{say(`family.${family}`)}</h3>
            <ul>
              {creditModels
                .filter((candidate) => candidate.family === family)
                .map(({ id }) => (
                  <li key={id}>
                    <MenuChoice
                      isChosen={id === model}
                      onChoose={() => remember(id)}
                      to={creditSearch(state, { model: id })}
                    >
                      {say(`model.${id}`)}
                      <span className="block font-normal text-faint text-xs">{say(`about.${id}`)}</span>
                    </MenuChoice>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </DetailsMenu>
    </div>
  )
}
