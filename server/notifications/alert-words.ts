import type { Language } from '../../app/language/languages.ts'
import { wordsOfPage } from '../../app/language/page-words.server.ts'

// Words of alerts, in the languages of the product. Names of metrics and dimensions are those of the pages.

/** The sentences of an alert, ICU messages. */
export interface AlertWords {
  readonly one: string
  /** The name of an alert that has ended. */
  readonly over: string
  readonly several: string
  readonly value: string
  readonly usual: string
  readonly below: string
  readonly above: string
  readonly change: string
  readonly window: string
  readonly parts: string
  readonly findings: string
  readonly open: string
  /** On the button that leads to the figure with its rows. */
  readonly openFigure: string
  /** On lock screens, in place of figures. */
  readonly hidden: string
  /** A message that somebody sends to their own device. */
  readonly pushTest: string
  readonly pushTestText: string
  readonly reason: string
  readonly unsubscribe: string
  /** The page behind the link. */
  readonly endTitle: string
  readonly endText: string
  readonly endButton: string
  readonly ended: string
  readonly endedText: string
}

export const alertWords: Readonly<Record<Language, AlertWords>> = {
  en: {
    one: '{shop}: {name}',
    over: '{name} is over',
    several: '{shop}: {count, plural, one {# alert} other {# alerts}}',
    value: '{metric}: {value}',
    usual: 'Usual by this time: {value}',
    below: 'Your limit: below {value}',
    above: 'Your limit: above {value}',
    change: '{value} against the same weekday',
    window: 'Period: {time}',
    parts: 'Largest difference: {name} ({amount})',
    findings: 'Open issue: {title}',
    open: 'Open alerts',
    openFigure: 'Open the metric',
    hidden: 'Open Tillsight to see the details.',
    pushTest: 'Notifications work',
    pushTestText: 'This is what a message from Tillsight looks like on this device.',
    reason: 'You receive this because you set up this alert.',
    unsubscribe: 'Stop emails about my alerts on this store',
    endTitle: 'Stop these emails?',
    endText: 'Your alerts on this store will no longer come by email. They stay in your Tillsight inbox.',
    endButton: 'Stop these emails',
    ended: 'These emails are stopped',
    endedText: 'Your alerts continue in your inbox. You can switch emails on again under Settings > Alerts.',
  },
  de: {
    one: '{shop}: {name}',
    over: '{name} ist beendet',
    several: '{shop}: {count, plural, one {# Alarm} other {# Alarme}}',
    value: '{metric}: {value}',
    usual: 'Üblich um diese Zeit: {value}',
    below: 'Ihre Grenze: unter {value}',
    above: 'Ihre Grenze: über {value}',
    change: '{value} gegenüber demselben Wochentag',
    window: 'Zeitraum: {time}',
    parts: 'Größte Abweichung: {name} ({amount})',
    findings: 'Offenes Problem: {title}',
    open: 'Alarme öffnen',
    openFigure: 'Kennzahl öffnen',
    hidden: 'Öffnen Sie Tillsight, um die Einzelheiten zu sehen.',
    pushTest: 'Nachrichten funktionieren',
    pushTestText: 'So sieht eine Nachricht von Tillsight auf diesem Gerät aus.',
    reason: 'Sie erhalten diese E-Mail, weil Sie diesen Alarm eingerichtet haben.',
    unsubscribe: 'Keine E-Mails mehr zu meinen Alarmen in diesem Shop',
    endTitle: 'Diese E-Mails beenden?',
    endText:
      'Ihre Alarme zu diesem Shop kommen nicht mehr per E-Mail. Sie finden sie in Ihrem Posteingang in Tillsight.',
    endButton: 'E-Mails beenden',
    ended: 'Diese E-Mails sind beendet',
    endedText:
      'Ihre Alarme stehen weiter in Ihrem Posteingang. E-Mails schalten Sie unter Einstellungen > Alarme wieder ein.',
  },
  fr: {
    one: '{shop} : {name}',
    over: '{name}, c’est terminé',
    several: '{shop} : {count, plural, one {# alerte} many {# alertes} other {# alertes}}',
    value: '{metric} : {value}',
    usual: 'D’habitude à ce moment : {value}',
    below: 'Votre limite : moins de {value}',
    above: 'Votre limite : plus de {value}',
    change: '{value} par rapport au même jour de la semaine',
    window: 'Période examinée : {time}',
    parts: 'Plus grand écart : {name} ({amount})',
    findings: 'Problème ouvert : {title}',
    open: 'Ouvrir les alertes',
    openFigure: 'Ouvrir le chiffre',
    hidden: 'Ouvrez Tillsight pour voir les chiffres.',
    pushTest: 'Les notifications fonctionnent',
    pushTestText: 'Voici à quoi ressemble un message de Tillsight sur cet appareil.',
    reason: 'Vous recevez ce message parce que vous avez créé cette alerte.',
    unsubscribe: 'Ne plus recevoir mes alertes de cette boutique par e-mail',
    endTitle: 'Arrêter ces e-mails ?',
    endText:
      'Vos alertes sur cette boutique n’arriveront plus par e-mail. Vous les trouverez dans vos messages Tillsight.',
    endButton: 'Arrêter ces e-mails',
    ended: 'Ces e-mails sont arrêtés',
    endedText: 'Vos alertes restent dans vos messages. Vous pouvez réactiver les e-mails sous Réglages > Alertes.',
  },
  es: {
    one: '{shop}: {name}',
    over: '{name} ha terminado',
    several: '{shop}: {count, plural, one {# alerta} many {# alertas} other {# alertas}}',
    value: '{metric}: {value}',
    usual: 'Lo habitual a esta hora: {value}',
    below: 'Su límite: menos de {value}',
    above: 'Su límite: más de {value}',
    change: '{value} frente al mismo día de la semana',
    window: 'Periodo examinado: {time}',
    parts: 'Mayor diferencia: {name} ({amount})',
    findings: 'Problema abierto: {title}',
    open: 'Abrir las alertas',
    openFigure: 'Abrir la cifra',
    hidden: 'Abra Tillsight para ver las cifras.',
    pushTest: 'Las notificaciones funcionan',
    pushTestText: 'Así se ve un mensaje de Tillsight en este dispositivo.',
    reason: 'Recibe este mensaje porque creó esta alerta.',
    unsubscribe: 'No recibir más mis alertas de esta tienda por correo',
    endTitle: '¿Dejar de recibir estos correos?',
    endText: 'Sus alertas de esta tienda ya no llegarán por correo. Las encontrará en su buzón.',
    endButton: 'Dejar de recibirlos',
    ended: 'Estos correos se han detenido',
    endedText: 'Sus alertas siguen en su buzón. Puede volver a activar los correos en Ajustes > Alertas.',
  },
  nl: {
    one: '{shop}: {name}',
    over: '{name} is voorbij',
    several: '{shop}: {count, plural, one {# waarschuwing} other {# waarschuwingen}}',
    value: '{metric}: {value}',
    usual: 'Normaal op dit moment: {value}',
    below: 'Je grens: onder {value}',
    above: 'Je grens: boven {value}',
    change: '{value} ten opzichte van dezelfde weekdag',
    window: 'Periode: {time}',
    parts: 'Grootste afwijking: {name} ({amount})',
    findings: 'Openstaand probleem: {title}',
    open: 'Waarschuwingen openen',
    openFigure: 'Cijfer openen',
    hidden: 'Open Tillsight om de cijfers te zien.',
    pushTest: 'Berichten werken',
    pushTestText: 'Zo ziet een bericht van Tillsight er op dit apparaat uit.',
    reason: 'Je krijgt dit omdat je deze waarschuwing hebt ingesteld.',
    unsubscribe: 'Geen e-mails meer over mijn waarschuwingen voor deze winkel',
    endTitle: 'Deze e-mails stoppen?',
    endText: 'Je waarschuwingen voor deze winkel komen niet meer per e-mail. Je vindt ze in je postvak in Tillsight.',
    endButton: 'E-mails stoppen',
    ended: 'Deze e-mails zijn gestopt',
    endedText: 'Je waarschuwingen staan nog in je postvak. E-mails zet je weer aan bij Instellingen > Waarschuwingen.',
  },
  ar: {
    one: '{shop}: {name}',
    over: 'انتهى {name}',
    several:
      '{shop}: {count, plural, zero {لا تنبيهات} one {تنبيه واحد} two {تنبيهان} few {# تنبيهات} many {# تنبيهًا} other {# تنبيه}}',
    value: '{metric}: {value}',
    usual: 'المعتاد في هذا الوقت: {value}',
    below: 'حدّك: أقل من {value}',
    above: 'حدّك: أكثر من {value}',
    change: '{value} مقارنةً باليوم نفسه من الأسبوع',
    window: 'الفترة: {time}',
    parts: 'أكبر فرق: {name} ({amount})',
    findings: 'مشكلة مفتوحة: {title}',
    open: 'فتح التنبيهات',
    openFigure: 'فتح الرقم',
    hidden: 'افتح Tillsight لعرض الأرقام.',
    pushTest: 'الإشعارات تعمل',
    pushTestText: 'هكذا تبدو رسالة من Tillsight على هذا الجهاز.',
    reason: 'تصلك هذه الرسالة لأنك أنشأت هذا التنبيه.',
    unsubscribe: 'إيقاف رسائل تنبيهاتي لهذا المتجر',
    endTitle: 'هل تريد إيقاف هذه الرسائل؟',
    endText: 'لن تصلك تنبيهات هذا المتجر بالبريد بعد الآن. ستجدها في صندوق الوارد في Tillsight.',
    endButton: 'إيقاف هذه الرسائل',
    ended: 'تم إيقاف هذه الرسائل',
    endedText: 'تبقى تنبيهاتك في صندوق الوارد. يمكنك تشغيل الرسائل مجددًا من الإعدادات > التنبيهات.',
  },
}

/** Words the sentences of alerts in a language. */
export const sayAlert = wordsOfPage(alertWords).say
