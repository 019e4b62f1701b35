import type { Language } from '../../app/language/languages.ts'

// Words of alerts, in the languages of the product. Names of metrics and dimensions are those of the pages.

/** The sentences of an alert; `{…}` is filled in. */
export interface AlertWords {
  readonly fired: string
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
    fired: '{shop}: {name}',
    over: '{shop}: {name} is over',
    several: '{shop}: {count} alerts',
    value: '{metric}: {value}',
    usual: 'Usual at this point: {value}',
    below: 'Your bound: below {value}',
    above: 'Your bound: above {value}',
    change: '{value} against the same weekday',
    window: 'Looked at: {from} to {until}',
    parts: 'Most unlike the usual: {name} ({amount})',
    findings: 'Open finding: {title}',
    open: 'Open the alerts',
    hidden: 'Open Tillsight to see the figures.',
    pushTest: 'Notifications work',
    pushTestText: 'This is what a message from Tillsight looks like on this device.',
    reason: 'You get this because you set up this alert.',
    unsubscribe: 'Stop mails of my alerts on this shop',
    endTitle: 'Stop these mails?',
    endText: 'Your alerts on this shop will no longer come by mail. You find them in your inbox.',
    endButton: 'Stop these mails',
    ended: 'These mails are stopped',
    endedText: 'Your alerts go on in your inbox. You can switch mails on again under Settings > Alerts.',
  },
  de: {
    fired: '{shop}: {name}',
    over: '{shop}: {name} ist vorbei',
    several: '{shop}: {count} Alarme',
    value: '{metric}: {value}',
    usual: 'Sonst um diese Zeit: {value}',
    below: 'Deine Grenze: unter {value}',
    above: 'Deine Grenze: über {value}',
    change: '{value} gegenüber demselben Wochentag',
    window: 'Betrachtet: {from} bis {until}',
    parts: 'Am ungewöhnlichsten: {name} ({amount})',
    findings: 'Offener Befund: {title}',
    open: 'Alarme öffnen',
    hidden: 'Öffne Tillsight, um die Zahlen zu sehen.',
    pushTest: 'Mitteilungen funktionieren',
    pushTestText: 'So sieht eine Nachricht von Tillsight auf diesem Gerät aus.',
    reason: 'Du bekommst diese Mail, weil du diesen Alarm eingerichtet hast.',
    unsubscribe: 'Keine Mails mehr zu meinen Alarmen in diesem Shop',
    endTitle: 'Diese Mails beenden?',
    endText: 'Deine Alarme zu diesem Shop kommen nicht mehr per Mail. Du findest sie in deinem Posteingang.',
    endButton: 'Mails beenden',
    ended: 'Diese Mails sind beendet',
    endedText:
      'Deine Alarme stehen weiter in deinem Posteingang. Mails schaltest du unter Einstellungen > Alarme wieder ein.',
  },
  fr: {
    fired: '{shop} : {name}',
    over: '{shop} : {name}, c’est terminé',
    several: '{shop} : {count} alertes',
    value: '{metric} : {value}',
    usual: 'D’habitude à ce moment : {value}',
    below: 'Votre limite : moins de {value}',
    above: 'Votre limite : plus de {value}',
    change: '{value} par rapport au même jour de la semaine',
    window: 'Période examinée : de {from} à {until}',
    parts: 'Le plus inhabituel : {name} ({amount})',
    findings: 'Problème ouvert : {title}',
    open: 'Ouvrir les alertes',
    hidden: 'Ouvrez Tillsight pour voir les chiffres.',
    pushTest: 'Les notifications fonctionnent',
    pushTestText: 'Voici à quoi ressemble un message de Tillsight sur cet appareil.',
    reason: 'Vous recevez ce message parce que vous avez créé cette alerte.',
    unsubscribe: 'Ne plus recevoir mes alertes de cette boutique par e-mail',
    endTitle: 'Arrêter ces e-mails ?',
    endText:
      'Vos alertes sur cette boutique n’arriveront plus par e-mail. Vous les trouverez dans votre boîte de réception ici.',
    endButton: 'Arrêter ces e-mails',
    ended: 'Ces e-mails sont arrêtés',
    endedText:
      'Vos alertes restent dans votre boîte de réception. Vous pouvez réactiver les e-mails sous Paramètres > Alertes.',
  },
  es: {
    fired: '{shop}: {name}',
    over: '{shop}: {name} ha terminado',
    several: '{shop}: {count} alertas',
    value: '{metric}: {value}',
    usual: 'Lo habitual a esta hora: {value}',
    below: 'Tu límite: menos de {value}',
    above: 'Tu límite: más de {value}',
    change: '{value} frente al mismo día de la semana',
    window: 'Periodo examinado: de {from} a {until}',
    parts: 'Lo más inusual: {name} ({amount})',
    findings: 'Aviso abierto: {title}',
    open: 'Abrir las alertas',
    hidden: 'Abre Tillsight para ver las cifras.',
    pushTest: 'Las notificaciones funcionan',
    pushTestText: 'Así se ve un mensaje de Tillsight en este dispositivo.',
    reason: 'Recibes este mensaje porque creaste esta alerta.',
    unsubscribe: 'No recibir más mis alertas de esta tienda por correo',
    endTitle: '¿Dejar de recibir estos correos?',
    endText: 'Tus alertas de esta tienda ya no llegarán por correo. Las encontrarás en tu bandeja de entrada.',
    endButton: 'Dejar de recibirlos',
    ended: 'Estos correos se han detenido',
    endedText: 'Tus alertas siguen en tu bandeja de entrada. Puedes volver a activar los correos en Ajustes > Alertas.',
  },
  nl: {
    fired: '{shop}: {name}',
    over: '{shop}: {name} is voorbij',
    several: '{shop}: {count} meldingen',
    value: '{metric}: {value}',
    usual: 'Normaal op dit moment: {value}',
    below: 'Je grens: onder {value}',
    above: 'Je grens: boven {value}',
    change: '{value} ten opzichte van dezelfde weekdag',
    window: 'Bekeken: {from} tot {until}',
    parts: 'Het meest afwijkend: {name} ({amount})',
    findings: 'Openstaande bevinding: {title}',
    open: 'Meldingen openen',
    hidden: 'Open Tillsight om de cijfers te zien.',
    pushTest: 'Meldingen werken',
    pushTestText: 'Zo ziet een bericht van Tillsight er op dit apparaat uit.',
    reason: 'Je krijgt dit omdat je deze melding hebt ingesteld.',
    unsubscribe: 'Geen mails meer over mijn meldingen voor deze winkel',
    endTitle: 'Deze mails stoppen?',
    endText: 'Je meldingen voor deze winkel komen niet meer per mail. Je vindt ze in je postvak hier.',
    endButton: 'Mails stoppen',
    ended: 'Deze mails zijn gestopt',
    endedText: 'Je meldingen staan nog in je postvak. Mails zet je weer aan bij Instellingen > Meldingen.',
  },
  ar: {
    fired: '{shop}: {name}',
    over: '{shop}: انتهى {name}',
    several: '{shop}: {count} تنبيهات',
    value: '{metric}: {value}',
    usual: 'المعتاد في هذا الوقت: {value}',
    below: 'حدّك: أقل من {value}',
    above: 'حدّك: أكثر من {value}',
    change: '{value} مقارنةً باليوم نفسه من الأسبوع',
    window: 'الفترة: من {from} إلى {until}',
    parts: 'الأبعد عن المعتاد: {name} ({amount})',
    findings: 'ملاحظة مفتوحة: {title}',
    open: 'فتح التنبيهات',
    hidden: 'افتح Tillsight لعرض الأرقام.',
    pushTest: 'الإشعارات تعمل',
    pushTestText: 'هكذا تبدو رسالة من Tillsight على هذا الجهاز.',
    reason: 'تصلك هذه الرسالة لأنك أنشأت هذا التنبيه.',
    unsubscribe: 'إيقاف رسائل تنبيهاتي لهذا المتجر',
    endTitle: 'هل تريد إيقاف هذه الرسائل؟',
    endText: 'لن تصلك تنبيهات هذا المتجر بالبريد بعد الآن. ستجدها في صندوق الوارد هنا.',
    endButton: 'إيقاف هذه الرسائل',
    ended: 'تم إيقاف هذه الرسائل',
    endedText: 'تبقى تنبيهاتك في صندوق الوارد. يمكنك تشغيل الرسائل مجددًا من الإعدادات > التنبيهات.',
  },
}
