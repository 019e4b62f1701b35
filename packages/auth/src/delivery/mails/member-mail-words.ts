/** What mails about members say. */
export const memberMailKinds = [
  'ownership_offered',
  'ownership_offer_sent',
  'ownership_declined',
  'ownership_gained',
  'ownership_given',
  'factor',
  'factor_soon',
  'deletion',
  'deletion_soon',
  'deletion_ended',
  'support',
] as const

/** One of {@link memberMailKinds}. */
export type MemberMailKind = (typeof memberMailKinds)[number]

interface Words {
  readonly subject: string
  readonly text: string
  readonly button: string
}

interface LanguageWords extends Readonly<Record<MemberMailKind, Words>> {
  readonly operator: string
  readonly reason: string
}

/** English, for whoever speaks a language that is not known. */
export const en: LanguageWords = {
  ownership_offered: {
    subject: '{person} offers you {organisation}',
    text: '{person} wants to make you the owner of {organisation}. Confirm it by {date}; until then, and without you, nothing changes.',
    button: 'Look at the offer',
  },
  ownership_offer_sent: {
    subject: 'You offered {organisation} to {person}',
    text: 'You offered to make {person} the owner of {organisation}. Once they confirm, by {date}, you become an admin. Withdraw the offer if it was not you.',
    button: 'See the members',
  },
  ownership_declined: {
    subject: '{person} does not take over {organisation}',
    text: '{person} declined your offer to become the owner of {organisation}. Nothing changed: you are its owner.',
    button: 'See the members',
  },
  ownership_gained: {
    subject: 'You own {organisation} now',
    text: 'You confirmed that you own {organisation} from now on. {person} is an admin.',
    button: 'See the members',
  },
  ownership_given: {
    subject: '{person} owns {organisation} now',
    text: '{person} confirmed that they own {organisation} from now on. You are an admin.',
    button: 'See the members',
  },
  factor: {
    subject: '{organisation} requires two-step verification',
    text: 'From {date} on, everyone at {organisation} needs two-step verification, such as an app that shows codes. Set it up before: after that, signing in leads you there first.',
    button: 'Set up two-step verification',
  },
  factor_soon: {
    subject: 'Two days until {organisation} requires two-step verification',
    text: 'From {date} on, signing in at {organisation} needs two-step verification, and your account has none yet. Set it up now; after that day, signing in leads you there first.',
    button: 'Set up two-step verification',
  },
  deletion: {
    subject: '{organisation} is deleted on {date}',
    text: '{person} had {organisation} deleted: on {date} its shops, data, files, keys and members go for good. Until then everything works as before, and an owner can take it back.',
    button: 'See the deletion',
  },
  deletion_soon: {
    subject: 'Two days until {organisation} is deleted',
    text: 'On {date} the shops, data, files, keys and members of {organisation} go for good. Until then an owner can take the deletion back, and export what should stay.',
    button: 'See the deletion',
  },
  deletion_ended: {
    subject: '{organisation} is not deleted',
    text: '{person} took the deletion of {organisation} back. Nothing was lost.',
    button: 'See the members',
  },
  operator: 'The operator',
  support: {
    subject: '{person} looks in at {organisation}',
    text: '{person}, who administers this installation, sees {organisation} as one of its members does, until {time}. Nothing can be changed. The reason given: “{why}”. If you do not want this, turn it off among the members; that ends it at once.',
    button: 'See the members',
  },
  reason: 'You get this because you are a member of {organisation}.',
}

const de: LanguageWords = {
  ownership_offered: {
    subject: '{person} bietet Ihnen {organisation} an',
    text: '{person} möchte Sie zum Inhaber von {organisation} machen. Bestätigen Sie es bis {date}; bis dahin und ohne Sie ändert sich nichts.',
    button: 'Angebot ansehen',
  },
  ownership_offer_sent: {
    subject: 'Sie haben {organisation} {person} angeboten',
    text: 'Sie haben angeboten, {person} zum Inhaber von {organisation} zu machen. Nach der Bestätigung, bis {date}, werden Sie Admin. Ziehen Sie das Angebot zurück, wenn Sie es nicht waren.',
    button: 'Mitglieder ansehen',
  },
  ownership_declined: {
    subject: '{person} übernimmt {organisation} nicht',
    text: '{person} hat Ihr Angebot, Inhaber von {organisation} zu werden, abgelehnt. Es hat sich nichts geändert: Inhaber sind Sie.',
    button: 'Mitglieder ansehen',
  },
  ownership_gained: {
    subject: '{organisation} gehört jetzt Ihnen',
    text: 'Sie haben bestätigt, dass {organisation} von jetzt an Ihnen gehört. {person} ist Admin.',
    button: 'Mitglieder ansehen',
  },
  ownership_given: {
    subject: '{organisation} gehört jetzt {person}',
    text: '{person} hat bestätigt, von jetzt an Inhaber von {organisation} zu sein. Sie sind Admin.',
    button: 'Mitglieder ansehen',
  },
  factor: {
    subject: '{organisation} verlangt einen zweiten Faktor',
    text: 'Ab {date} brauchen alle bei {organisation} einen zweiten Faktor, etwa eine App, die Codes zeigt. Richten Sie ihn vorher ein: danach führt die Anmeldung zuerst dorthin.',
    button: 'Zweiten Faktor einrichten',
  },
  factor_soon: {
    subject: 'In zwei Tagen verlangt {organisation} einen zweiten Faktor',
    text: 'Ab {date} braucht die Anmeldung bei {organisation} einen zweiten Faktor, und Ihr Konto hat noch keinen. Richten Sie ihn jetzt ein; danach führt die Anmeldung zuerst dorthin.',
    button: 'Zweiten Faktor einrichten',
  },
  deletion: {
    subject: '{organisation} wird am {date} gelöscht',
    text: '{person} lässt {organisation} löschen: Am {date} verschwinden Shops, Zahlen, Dateien, Schlüssel und Mitglieder endgültig. Bis dahin geht alles weiter wie bisher, und ein Inhaber kann es zurücknehmen.',
    button: 'Löschung ansehen',
  },
  deletion_soon: {
    subject: 'In zwei Tagen wird {organisation} gelöscht',
    text: 'Am {date} verschwinden Shops, Zahlen, Dateien, Schlüssel und Mitglieder von {organisation} endgültig. Bis dahin kann ein Inhaber die Löschung zurücknehmen und exportieren, was bleiben soll.',
    button: 'Löschung ansehen',
  },
  deletion_ended: {
    subject: '{organisation} wird nicht gelöscht',
    text: '{person} hat die Löschung von {organisation} zurückgenommen. Nichts ging verloren.',
    button: 'Mitglieder ansehen',
  },
  operator: 'Der Betreiber',
  support: {
    subject: '{person} schaut bei {organisation} hinein',
    text: '{person} verwaltet diese Installation und sieht {organisation} bis {time} so, wie ein Mitglied es sieht. Geändert werden kann nichts. Genannter Grund: „{why}“. Wenn Sie das nicht möchten, schalten Sie es bei den Mitgliedern aus; dann endet es sofort.',
    button: 'Mitglieder ansehen',
  },
  reason: 'Sie bekommen dies, weil Sie Mitglied von {organisation} sind.',
}

const fr: LanguageWords = {
  ownership_offered: {
    subject: '{person} vous propose {organisation}',
    text: '{person} veut faire de vous le propriétaire de {organisation}. Confirmez avant le {date} ; d’ici là, et sans vous, rien ne change.',
    button: 'Voir la proposition',
  },
  ownership_offer_sent: {
    subject: 'Vous avez proposé {organisation} à {person}',
    text: 'Vous avez proposé à {person} de devenir propriétaire de {organisation}. Après sa confirmation, avant le {date}, vous serez admin. Retirez la proposition si elle ne vient pas de vous.',
    button: 'Voir les membres',
  },
  ownership_declined: {
    subject: '{person} ne reprend pas {organisation}',
    text: '{person} a refusé votre proposition de devenir propriétaire de {organisation}. Rien n’a changé : vous en êtes propriétaire.',
    button: 'Voir les membres',
  },
  ownership_gained: {
    subject: '{organisation} est à vous',
    text: 'Vous avez confirmé que {organisation} est désormais à vous. {person} est admin.',
    button: 'Voir les membres',
  },
  ownership_given: {
    subject: '{organisation} est désormais à {person}',
    text: '{person} a confirmé être désormais propriétaire de {organisation}. Vous êtes admin.',
    button: 'Voir les membres',
  },
  factor: {
    subject: '{organisation} demande un second facteur',
    text: 'À partir du {date}, chaque personne de {organisation} a besoin d’un second facteur, par exemple une application qui affiche des codes. Configurez-le avant : ensuite, la connexion y mène d’abord.',
    button: 'Configurer un second facteur',
  },
  factor_soon: {
    subject: '{organisation} exigera un second facteur dans deux jours',
    text: 'À partir du {date}, la connexion à {organisation} demande un second facteur, et votre compte n’en a pas encore. Configurez-le maintenant ; ensuite, la connexion y mène d’abord.',
    button: 'Configurer un second facteur',
  },
  deletion: {
    subject: '{organisation} sera supprimée le {date}',
    text: '{person} fait supprimer {organisation} : le {date}, ses boutiques, chiffres, fichiers, clés et membres disparaîtront définitivement. D’ici là, tout continue, et un propriétaire peut revenir en arrière.',
    button: 'Voir la suppression',
  },
  deletion_soon: {
    subject: '{organisation} sera supprimée dans deux jours',
    text: 'Le {date}, les boutiques, chiffres, fichiers, clés et membres de {organisation} disparaîtront définitivement. D’ici là, un propriétaire peut annuler la suppression et exporter ce qui doit rester.',
    button: 'Voir la suppression',
  },
  deletion_ended: {
    subject: '{organisation} n’est pas supprimée',
    text: '{person} a annulé la suppression de {organisation}. Rien n’a été perdu.',
    button: 'Voir les membres',
  },
  operator: 'L’exploitant',
  support: {
    subject: '{person} consulte {organisation}',
    text: '{person}, qui administre cette installation, voit {organisation} comme l’un de ses membres, jusqu’au {time}. Rien ne peut être modifié. Motif indiqué : « {why} ». Si vous ne le souhaitez pas, désactivez-le dans la page des membres ; cela y met fin aussitôt.',
    button: 'Voir les membres',
  },
  reason: 'Vous recevez ce message parce que vous êtes membre de {organisation}.',
}

const es: LanguageWords = {
  ownership_offered: {
    subject: '{person} le ofrece {organisation}',
    text: '{person} quiere que usted sea propietario de {organisation}. Confírmelo antes del {date}; hasta entonces, y sin usted, nada cambia.',
    button: 'Ver la oferta',
  },
  ownership_offer_sent: {
    subject: 'Ha ofrecido {organisation} a {person}',
    text: 'Ha ofrecido a {person} ser propietario de {organisation}. Cuando lo confirme, antes del {date}, usted será admin. Retire la oferta si no fue usted.',
    button: 'Ver los miembros',
  },
  ownership_declined: {
    subject: '{person} no se hace cargo de {organisation}',
    text: '{person} ha rechazado su oferta de ser propietario de {organisation}. Nada ha cambiado: el propietario es usted.',
    button: 'Ver los miembros',
  },
  ownership_gained: {
    subject: '{organisation} ya es suya',
    text: 'Ha confirmado que {organisation} es suya desde ahora. {person} es admin.',
    button: 'Ver los miembros',
  },
  ownership_given: {
    subject: '{organisation} ya es de {person}',
    text: '{person} ha confirmado que {organisation} es suya desde ahora. Usted es admin.',
    button: 'Ver los miembros',
  },
  factor: {
    subject: '{organisation} pide un segundo factor',
    text: 'Desde el {date}, todas las personas de {organisation} necesitan un segundo factor, como una aplicación que muestra códigos. Configúrelo antes: después, el inicio de sesión lleva primero allí.',
    button: 'Configurar un segundo factor',
  },
  factor_soon: {
    subject: '{organisation} pedirá un segundo factor en dos días',
    text: 'A partir del {date}, iniciar sesión en {organisation} requiere un segundo factor, y su cuenta aún no tiene ninguno. Configúrelo ahora; después, el inicio de sesión le llevará primero allí.',
    button: 'Configurar un segundo factor',
  },
  deletion: {
    subject: '{organisation} se eliminará el {date}',
    text: '{person} ha pedido eliminar {organisation}: el {date} sus tiendas, cifras, archivos, claves y miembros desaparecerán para siempre. Hasta entonces todo sigue igual, y un propietario puede anularlo.',
    button: 'Ver la eliminación',
  },
  deletion_soon: {
    subject: '{organisation} se elimina en dos días',
    text: 'El {date} desaparecen para siempre las tiendas, cifras, archivos, claves y miembros de {organisation}. Hasta entonces, un propietario puede anular la eliminación y exportar lo que deba quedar.',
    button: 'Ver la eliminación',
  },
  deletion_ended: {
    subject: '{organisation} no se elimina',
    text: '{person} ha anulado la eliminación de {organisation}. No se ha perdido nada.',
    button: 'Ver los miembros',
  },
  operator: 'El operador',
  support: {
    subject: '{person} consulta {organisation}',
    text: '{person}, que administra esta instalación, ve {organisation} como lo ve uno de sus miembros, hasta el {time}. No se puede cambiar nada. Motivo indicado: «{why}». Si no lo desea, desactívelo en la página de miembros; eso lo termina de inmediato.',
    button: 'Ver los miembros',
  },
  reason: 'Recibe este mensaje porque es miembro de {organisation}.',
}

const nl: LanguageWords = {
  ownership_offered: {
    subject: '{person} biedt je {organisation} aan',
    text: '{person} wil jou eigenaar van {organisation} maken. Bevestig het vóór {date}; tot dan, en zonder jou, verandert er niets.',
    button: 'Aanbod bekijken',
  },
  ownership_offer_sent: {
    subject: 'Je hebt {organisation} aan {person} aangeboden',
    text: 'Je hebt aangeboden om {person} eigenaar van {organisation} te maken. Na de bevestiging, vóór {date}, word je admin. Trek het aanbod in als jij het niet was.',
    button: 'Leden bekijken',
  },
  ownership_declined: {
    subject: '{person} neemt {organisation} niet over',
    text: '{person} heeft je aanbod om eigenaar van {organisation} te worden afgewezen. Er is niets veranderd: jij bent de eigenaar.',
    button: 'Leden bekijken',
  },
  ownership_gained: {
    subject: '{organisation} is nu van jou',
    text: 'Je hebt bevestigd dat {organisation} vanaf nu van jou is. {person} is admin.',
    button: 'Leden bekijken',
  },
  ownership_given: {
    subject: '{organisation} is nu van {person}',
    text: '{person} heeft bevestigd vanaf nu eigenaar van {organisation} te zijn. Jij bent admin.',
    button: 'Leden bekijken',
  },
  factor: {
    subject: '{organisation} vraagt om een tweede factor',
    text: 'Vanaf {date} heeft iedereen bij {organisation} een tweede factor nodig, zoals een app die codes toont. Stel die eerder in: daarna leidt het inloggen daar eerst naartoe.',
    button: 'Tweede factor instellen',
  },
  factor_soon: {
    subject: 'Over twee dagen vraagt {organisation} een tweede factor',
    text: 'Vanaf {date} vraagt inloggen bij {organisation} een tweede factor, en je account heeft er nog geen. Stel er nu een in; daarna brengt inloggen je eerst daarheen.',
    button: 'Tweede factor instellen',
  },
  deletion: {
    subject: '{organisation} wordt op {date} verwijderd',
    text: '{person} laat {organisation} verwijderen: op {date} verdwijnen winkels, cijfers, bestanden, sleutels en leden voorgoed. Tot dan werkt alles als voorheen, en kan een eigenaar het terugdraaien.',
    button: 'Verwijdering bekijken',
  },
  deletion_soon: {
    subject: 'Over twee dagen wordt {organisation} verwijderd',
    text: 'Op {date} verdwijnen de winkels, cijfers, bestanden, sleutels en leden van {organisation} voorgoed. Tot dan kan een eigenaar de verwijdering terugdraaien en exporteren wat moet blijven.',
    button: 'Verwijdering bekijken',
  },
  deletion_ended: {
    subject: '{organisation} wordt niet verwijderd',
    text: '{person} heeft de verwijdering van {organisation} teruggedraaid. Er is niets verloren gegaan.',
    button: 'Leden bekijken',
  },
  operator: 'De beheerder',
  support: {
    subject: '{person} kijkt mee bij {organisation}',
    text: '{person}, die deze installatie beheert, ziet {organisation} tot {time} zoals een van de leden. Er kan niets worden gewijzigd. Opgegeven reden: „{why}”. Wil je dit niet, zet het dan uit bij de leden; dan stopt het meteen.',
    button: 'Leden bekijken',
  },
  reason: 'Je krijgt dit omdat je lid bent van {organisation}.',
}

const ar: LanguageWords = {
  ownership_offered: {
    subject: 'يعرض عليك {person} ملكية {organisation}',
    text: 'يريد {person} أن تصبح مالك {organisation}. أكّد ذلك قبل {date}؛ حتى ذلك الحين، ومن دونك، لا يتغير شيء.',
    button: 'عرض التفاصيل',
  },
  ownership_offer_sent: {
    subject: 'عرضت ملكية {organisation} على {person}',
    text: 'عرضت أن يصبح {person} مالك {organisation}. بعد التأكيد، قبل {date}، تصبح أنت مشرفًا. اسحب العرض إن لم تكن أنت من أرسله.',
    button: 'عرض الأعضاء',
  },
  ownership_declined: {
    subject: 'لن يتولى {person} ملكية {organisation}',
    text: 'رفض {person} عرضك بأن يصبح مالك {organisation}. لم يتغير شيء: أنت المالك.',
    button: 'عرض الأعضاء',
  },
  ownership_gained: {
    subject: 'أصبحت {organisation} ملكك',
    text: 'أكّدت أن {organisation} ملكك من الآن. أصبح {person} مشرفًا.',
    button: 'عرض الأعضاء',
  },
  ownership_given: {
    subject: 'أصبحت {organisation} ملك {person}',
    text: 'أكّد {person} أنه مالك {organisation} من الآن. أنت الآن مشرف.',
    button: 'عرض الأعضاء',
  },
  factor: {
    subject: 'تطلب {organisation} عاملًا ثانيًا',
    text: 'ابتداءً من {date} يحتاج كل من في {organisation} إلى عامل ثانٍ، مثل تطبيق يعرض رموزًا. أعدّه قبل ذلك: بعدها يقودك تسجيل الدخول إليه أولًا.',
    button: 'إعداد عامل ثانٍ',
  },
  factor_soon: {
    subject: 'بعد يومين تطلب {organisation} عاملًا ثانيًا',
    text: 'ابتداءً من {date} يتطلب تسجيل الدخول إلى {organisation} عاملًا ثانيًا، وليس لحسابك عامل بعد. أعِدّه الآن؛ فبعد ذلك اليوم يقودك تسجيل الدخول إليه أولًا.',
    button: 'إعداد عامل ثانٍ',
  },
  deletion: {
    subject: 'ستُحذف {organisation} في {date}',
    text: 'طلب {person} حذف {organisation}: في {date} تزول متاجرها وأرقامها وملفاتها ومفاتيحها وأعضاؤها نهائيًا. حتى ذلك الحين يستمر كل شيء كما هو، ويمكن لأي مالك التراجع.',
    button: 'عرض الحذف',
  },
  deletion_soon: {
    subject: 'ستُحذف {organisation} بعد يومين',
    text: 'في {date} تُحذف نهائيًا متاجر {organisation} وأرقامها وملفاتها ومفاتيحها وأعضاؤها. وحتى ذلك الحين يمكن لأي مالك التراجع عن الحذف وتصدير ما ينبغي أن يبقى.',
    button: 'عرض الحذف',
  },
  deletion_ended: {
    subject: 'لن تُحذف {organisation}',
    text: 'تراجع {person} عن حذف {organisation}. لم يُفقد شيء.',
    button: 'عرض الأعضاء',
  },
  operator: 'المشغّل',
  support: {
    subject: '{person} يطّلع على {organisation}',
    text: 'يرى {person}، الذي يدير هذا التثبيت، {organisation} كما يراها أحد أعضائها حتى {time}. لا يمكن تغيير أي شيء. السبب المذكور: «{why}». إن لم ترغب في ذلك فأوقفه في صفحة الأعضاء، فينتهي فورًا.',
    button: 'عرض الأعضاء',
  },
  reason: 'تصلك هذه الرسالة لأنك عضو في {organisation}.',
}

/** The texts by language. */
export const memberMailWords: ReadonlyMap<string, LanguageWords> = new Map(Object.entries({ en, de, fr, es, nl, ar }))
