import { Sigma } from '../../icons.ts'
import { usePreference } from '../../preference/preference-provider.tsx'
import type { SearchState } from '../../search/index.ts'
import { DetailsMenu, MenuChoice } from '../../ui/index.ts'
import { creditModels, creditSearch, families, modelName } from './credit-choice.ts'
import { useCreditWords } from './words.ts'

interface ModelSwitchProps {
  readonly state: SearchState
  /** Id of the chosen model, also while its figures are loading. */
  readonly model: string
}

/** Chooses the attribution model, which is stored for the person. */
export function ModelSwitch({ state, model }: ModelSwitchProps) {
  const { change } = usePreference()
  const say = useCreditWords()
  const remember = (id: string) => change({ attributions: { model: id } })
  return (
    <DetailsMenu
      edge="start"
      hint={say('switch.hint')}
      icon={Sigma}
      isSelect
      label={say('switch.label', { model: modelName(model, say) })}
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
  )
}
