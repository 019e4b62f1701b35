import type { SupportTexts, SupportView } from '../identity.ts'
import type { Language } from '../language/languages.ts'
import { wordsOfPage } from '../language/page-words.server.ts'

const words = wordsOfPage({
  en: { text: 'You are looking in as {name}, {organisation}, until {time}. Nothing can be changed.', end: 'End' },
  de: {
    text: 'Sie schauen als {name}, {organisation}, hinein, bis {time}. Nichts kann geändert werden.',
    end: 'Beenden',
  },
  fr: {
    text: 'Vous consultez en tant que {name}, {organisation}, jusqu’à {time}. Rien ne peut être modifié.',
    end: 'Terminer',
  },
  es: {
    text: 'Está consultando como {name}, {organisation}, hasta las {time}. No se puede cambiar nada.',
    end: 'Terminar',
  },
  nl: { text: 'Je kijkt mee als {name}, {organisation}, tot {time}. Er kan niets worden gewijzigd.', end: 'Stoppen' },
  ar: { text: 'أنت تطّلع بصفة {name}، {organisation}، حتى {time}. لا يمكن تغيير أي شيء.', end: 'إنهاء' },
})

/** What the banner says to an administrator who looks in as somebody. */
export function supportTexts(language: Language, { name, organisation, endsAt }: SupportView): SupportTexts {
  const say = words.say(language)
  return { text: say('text', { name, organisation, time: `${endsAt.slice(11, 16)} UTC` }), end: say('end') }
}
