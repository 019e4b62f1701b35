/** What mails about billing say. */
export const billingMailKinds = [
  'trial_ending',
  'payment_failed',
  'payment_failed_still',
  'payment_failed_last',
  'read_only',
  'deletion_far',
  'deletion_near',
  'usage_80',
  'usage_100',
  'usage_120',
  'larger_plan',
] as const

/** One of {@link billingMailKinds}. */
export type BillingMailKind = (typeof billingMailKinds)[number]

interface Words {
  readonly subject: string
  readonly text: string
}

interface LanguageWords extends Readonly<Record<BillingMailKind, Words>> {
  /** Follows every text about usage: what the next plan costs, or that there is none. */
  readonly next: string
  readonly largest: string
  readonly month: string
  readonly year: string
  readonly button: string
  readonly reason: string
}

/** English, for whoever speaks a language that is not known. */
export const en: LanguageWords = {
  trial_ending: {
    subject: 'The trial of {organisation} ends on {date}',
    text: 'The trial of {organisation} ends on {date}. Add a way to pay before then and everything goes on. Without one, your data stays and nothing is charged, but no new connections, keys or invitations can be made.',
  },
  payment_failed: {
    subject: 'A payment of {organisation} failed',
    text: 'The last payment of {organisation} did not work. Everything goes on until {date}. Please check the way to pay; the payment is tried again by itself.',
  },
  payment_failed_still: {
    subject: 'A payment of {organisation} is still open',
    text: 'A payment of {organisation} still has not worked. Everything goes on until {date}; after that nothing new can be made, and platforms are read for 30 days more. Please check the way to pay.',
  },
  payment_failed_last: {
    subject: '{organisation} becomes read only on {date}',
    text: 'A payment of {organisation} has been failing for two weeks. From {date} on no new connections, keys or invitations can be made. Figures, exports and deletion go on. Please check the way to pay.',
  },
  read_only: {
    subject: '{organisation} is read only now',
    text: 'Nobody pays for {organisation} at present, so no new connections, keys or invitations can be made. Reports and exports go on, and platforms are read until {date}. Choosing a plan or paying opens everything again at once.',
  },
  deletion_far: {
    subject: 'The data of {organisation} goes on {date}',
    text: 'Nobody has paid for {organisation} for four months. On {date} its shops, data and files are deleted for good. Export what should stay, or choose a plan to keep everything.',
  },
  deletion_near: {
    subject: 'Nearer: the data of {organisation} goes on {date}',
    text: 'Nobody has paid for {organisation} for five months. On {date} its shops, data and files are deleted for good. You get one more email, 14 days before. Export what should stay, or choose a plan to keep everything.',
  },
  usage_80: {
    subject: '{organisation} has used 80 % of its orders',
    text: 'In {month}, {organisation} has {orders} orders so far; its plan is meant for {limit} a month. Nothing stops, and nothing is charged because of it.',
  },
  usage_100: {
    subject: '{organisation} has reached the orders of its plan',
    text: 'In {month}, {organisation} has {orders} orders so far; its plan is meant for {limit} a month. Your reports go on, and nothing is charged because of it.',
  },
  usage_120: {
    subject: '{organisation} is well above the orders of its plan',
    text: 'In {month}, {organisation} has {orders} orders so far; its plan is meant for {limit} a month. Your reports go on, and the plan is never changed without you. After two such months we ask for a larger one.',
  },
  larger_plan: {
    subject: 'Please choose a larger plan for {organisation}',
    text: '{organisation} has been more than 20 % above its plan for two months ({orders} orders in {month}, meant for {limit}). Please choose a larger plan by {date}. Your reports go on in any case, and the plan is never changed without you.',
  },
  next: 'The next plan, {plan}, costs {price} {interval} before tax.',
  largest: 'There is no larger plan. Write to whoever runs this installation.',
  month: 'a month',
  year: 'a year',
  button: 'See the plan',
  reason: 'You get this because you are an owner of {organisation}.',
}

const de: LanguageWords = {
  trial_ending: {
    subject: 'Die Testphase von {organisation} endet am {date}',
    text: 'Die Testphase von {organisation} endet am {date}. Hinterlegen Sie vorher eine Zahlungsart, dann geht alles weiter. Ohne sie bleiben die Zahlen und es wird nichts berechnet, aber neue Verbindungen, Schlüssel und Einladungen sind nicht möglich.',
  },
  payment_failed: {
    subject: 'Eine Zahlung von {organisation} ist fehlgeschlagen',
    text: 'Die letzte Zahlung von {organisation} hat nicht funktioniert. Bis {date} geht alles weiter. Bitte prüfen Sie die Zahlungsart; die Zahlung wird von selbst erneut versucht.',
  },
  payment_failed_still: {
    subject: 'Eine Zahlung von {organisation} ist noch offen',
    text: 'Eine Zahlung von {organisation} hat noch immer nicht funktioniert. Bis {date} geht alles weiter; danach kann nichts Neues angelegt werden, und Plattformen werden noch 30 Tage gelesen. Bitte prüfen Sie die Zahlungsart.',
  },
  payment_failed_last: {
    subject: '{organisation} wird am {date} schreibgeschützt',
    text: 'Eine Zahlung von {organisation} schlägt seit zwei Wochen fehl. Ab {date} sind neue Verbindungen, Schlüssel und Einladungen nicht mehr möglich. Zahlen, Exporte und Löschen gehen weiter. Bitte prüfen Sie die Zahlungsart.',
  },
  read_only: {
    subject: '{organisation} ist jetzt schreibgeschützt',
    text: 'Für {organisation} zahlt derzeit niemand, deshalb sind neue Verbindungen, Schlüssel und Einladungen nicht möglich. Zahlen und Exporte gehen weiter, und Plattformen werden bis {date} gelesen. Sobald Sie einen Tarif wählen oder zahlen, ist alles wieder offen.',
  },
  deletion_far: {
    subject: 'Die Daten von {organisation} werden am {date} gelöscht',
    text: 'Für {organisation} hat seit vier Monaten niemand gezahlt. Am {date} werden Shops, Zahlen und Dateien endgültig gelöscht. Exportieren Sie, was bleiben soll, oder wählen Sie einen Tarif, um alles zu behalten.',
  },
  deletion_near: {
    subject: 'Bald: Die Daten von {organisation} werden am {date} gelöscht',
    text: 'Für {organisation} hat seit fünf Monaten niemand gezahlt. Am {date} werden Shops, Zahlen und Dateien endgültig gelöscht. Sie bekommen noch eine Mail, 14 Tage vorher. Exportieren Sie, was bleiben soll, oder wählen Sie einen Tarif, um alles zu behalten.',
  },
  usage_80: {
    subject: '{organisation} hat 80 % der Bestellungen des Tarifs erreicht',
    text: 'Im {month} hat {organisation} bisher {orders} Bestellungen; der Tarif ist für {limit} im Monat gedacht. Es hört nichts auf, und es wird deswegen nichts berechnet.',
  },
  usage_100: {
    subject: '{organisation} hat die Bestellungen des Tarifs erreicht',
    text: 'Im {month} hat {organisation} bisher {orders} Bestellungen; der Tarif ist für {limit} im Monat gedacht. Ihre Zahlen laufen weiter, und es wird deswegen nichts berechnet.',
  },
  usage_120: {
    subject: '{organisation} liegt deutlich über dem Tarif',
    text: 'Im {month} hat {organisation} bisher {orders} Bestellungen; der Tarif ist für {limit} im Monat gedacht. Ihre Zahlen laufen weiter, und der Tarif wird nie ohne Sie geändert. Nach zwei solchen Monaten bitten wir um einen größeren.',
  },
  larger_plan: {
    subject: 'Bitte wählen Sie einen größeren Tarif für {organisation}',
    text: '{organisation} lag zwei Monate lang mehr als 20 % über dem Tarif ({orders} Bestellungen im {month}, gedacht für {limit}). Bitte wählen Sie bis {date} einen größeren Tarif. Ihre Zahlen laufen auf jeden Fall weiter, und der Tarif wird nie ohne Sie geändert.',
  },
  next: 'Der nächste Tarif, {plan}, kostet {price} {interval} vor Steuern.',
  largest: 'Einen größeren Tarif gibt es nicht. Schreiben Sie dem Betreiber dieser Installation.',
  month: 'im Monat',
  year: 'im Jahr',
  button: 'Tarif ansehen',
  reason: 'Sie bekommen dies, weil Sie Inhaber von {organisation} sind.',
}

const fr: LanguageWords = {
  trial_ending: {
    subject: 'L’essai de {organisation} se termine le {date}',
    text: 'L’essai de {organisation} se termine le {date}. Ajoutez un moyen de paiement d’ici là et tout continue. Sinon, les chiffres restent et rien n’est facturé, mais plus aucune connexion, clé ou invitation ne peut être créée.',
  },
  payment_failed: {
    subject: 'Un paiement de {organisation} a échoué',
    text: 'Le dernier paiement de {organisation} n’a pas abouti. Tout continue jusqu’au {date}. Vérifiez le moyen de paiement ; le paiement est retenté automatiquement.',
  },
  payment_failed_still: {
    subject: 'Un paiement de {organisation} est toujours en attente',
    text: 'Un paiement de {organisation} n’a toujours pas abouti. Tout continue jusqu’au {date} ; ensuite rien de nouveau ne peut être créé, et les plateformes sont lues 30 jours de plus. Vérifiez le moyen de paiement.',
  },
  payment_failed_last: {
    subject: '{organisation} passe en lecture seule le {date}',
    text: 'Un paiement de {organisation} échoue depuis deux semaines. À partir du {date}, plus aucune connexion, clé ou invitation ne peut être créée. Chiffres, exports et suppression restent possibles. Vérifiez le moyen de paiement.',
  },
  read_only: {
    subject: '{organisation} est maintenant en lecture seule',
    text: 'Personne ne paie actuellement pour {organisation} : aucune nouvelle connexion, clé ou invitation ne peut être créée. Chiffres et exports continuent, et les plateformes sont lues jusqu’au {date}. Choisir une offre ou payer rouvre tout aussitôt.',
  },
  deletion_far: {
    subject: 'Les données de {organisation} seront supprimées le {date}',
    text: 'Personne n’a payé pour {organisation} depuis quatre mois. Le {date}, ses boutiques, chiffres et fichiers seront supprimés définitivement. Exportez ce qui doit rester, ou choisissez une offre pour tout garder.',
  },
  deletion_near: {
    subject: 'Bientôt : les données de {organisation} seront supprimées le {date}',
    text: 'Personne n’a payé pour {organisation} depuis cinq mois. Le {date}, ses boutiques, chiffres et fichiers seront supprimés définitivement. Vous recevrez encore un message, 14 jours avant. Exportez ce qui doit rester, ou choisissez une offre pour tout garder.',
  },
  usage_80: {
    subject: '{organisation} a atteint 80 % des commandes de son offre',
    text: 'En {month}, {organisation} compte {orders} commandes à ce jour ; son offre est prévue pour {limit} par mois. Rien ne s’arrête, et rien n’est facturé pour cela.',
  },
  usage_100: {
    subject: '{organisation} a atteint les commandes de son offre',
    text: 'En {month}, {organisation} compte {orders} commandes à ce jour ; son offre est prévue pour {limit} par mois. Vos chiffres continuent, et rien n’est facturé pour cela.',
  },
  usage_120: {
    subject: '{organisation} dépasse nettement son offre',
    text: 'En {month}, {organisation} compte {orders} commandes à ce jour ; son offre est prévue pour {limit} par mois. Vos chiffres continuent, et l’offre n’est jamais changée sans vous. Après deux mois semblables, nous demandons une offre plus grande.',
  },
  larger_plan: {
    subject: 'Merci de choisir une offre plus grande pour {organisation}',
    text: '{organisation} a dépassé son offre de plus de 20 % pendant deux mois ({orders} commandes en {month}, pour {limit} prévues). Merci de choisir une offre plus grande d’ici le {date}. Vos chiffres continuent dans tous les cas, et l’offre n’est jamais changée sans vous.',
  },
  next: 'L’offre suivante, {plan}, coûte {price} {interval} hors taxes.',
  largest: 'Il n’y a pas d’offre plus grande. Écrivez à l’exploitant de cette installation.',
  month: 'par mois',
  year: 'par an',
  button: 'Voir l’offre',
  reason: 'Vous recevez ce message parce que vous êtes propriétaire de {organisation}.',
}

const es: LanguageWords = {
  trial_ending: {
    subject: 'La prueba de {organisation} termina el {date}',
    text: 'La prueba de {organisation} termina el {date}. Añada antes una forma de pago y todo sigue igual. Sin ella, las cifras se conservan y no se cobra nada, pero no se pueden crear conexiones, claves ni invitaciones.',
  },
  payment_failed: {
    subject: 'Un pago de {organisation} ha fallado',
    text: 'El último pago de {organisation} no ha funcionado. Todo sigue hasta el {date}. Revise la forma de pago; el pago se intenta de nuevo automáticamente.',
  },
  payment_failed_still: {
    subject: 'Un pago de {organisation} sigue pendiente',
    text: 'Un pago de {organisation} sigue sin funcionar. Todo sigue hasta el {date}; después no se puede crear nada nuevo, y las plataformas se leen 30 días más. Revise la forma de pago.',
  },
  payment_failed_last: {
    subject: '{organisation} pasa a solo lectura el {date}',
    text: 'Un pago de {organisation} lleva dos semanas fallando. Desde el {date} no se pueden crear conexiones, claves ni invitaciones. Las cifras, las exportaciones y la eliminación siguen. Revise la forma de pago.',
  },
  read_only: {
    subject: '{organisation} está ahora en solo lectura',
    text: 'Nadie paga por {organisation} en este momento, así que no se pueden crear conexiones, claves ni invitaciones. Las cifras y exportaciones siguen, y las plataformas se leen hasta el {date}. Al elegir un plan o pagar, todo se abre de nuevo al instante.',
  },
  deletion_far: {
    subject: 'Los datos de {organisation} se eliminan el {date}',
    text: 'Nadie ha pagado por {organisation} desde hace cuatro meses. El {date} se eliminan para siempre sus tiendas, cifras y archivos. Exporte lo que deba quedar o elija un plan para conservarlo todo.',
  },
  deletion_near: {
    subject: 'Pronto: los datos de {organisation} se eliminan el {date}',
    text: 'Nadie ha pagado por {organisation} desde hace cinco meses. El {date} se eliminan para siempre sus tiendas, cifras y archivos. Recibirá un mensaje más, 14 días antes. Exporte lo que deba quedar o elija un plan para conservarlo todo.',
  },
  usage_80: {
    subject: '{organisation} ha usado el 80 % de sus pedidos',
    text: 'En {month}, {organisation} lleva {orders} pedidos; su plan está pensado para {limit} al mes. Nada se detiene y no se cobra nada por ello.',
  },
  usage_100: {
    subject: '{organisation} ha alcanzado los pedidos de su plan',
    text: 'En {month}, {organisation} lleva {orders} pedidos; su plan está pensado para {limit} al mes. Sus cifras siguen y no se cobra nada por ello.',
  },
  usage_120: {
    subject: '{organisation} está muy por encima de su plan',
    text: 'En {month}, {organisation} lleva {orders} pedidos; su plan está pensado para {limit} al mes. Sus cifras siguen y el plan nunca se cambia sin usted. Tras dos meses así pedimos uno mayor.',
  },
  larger_plan: {
    subject: 'Elija un plan mayor para {organisation}',
    text: '{organisation} ha superado su plan en más de un 20 % durante dos meses ({orders} pedidos en {month}, pensado para {limit}). Elija un plan mayor antes del {date}. Sus cifras siguen en cualquier caso y el plan nunca se cambia sin usted.',
  },
  next: 'El plan siguiente, {plan}, cuesta {price} {interval} antes de impuestos.',
  largest: 'No hay un plan mayor. Escriba a quien administra esta instalación.',
  month: 'al mes',
  year: 'al año',
  button: 'Ver el plan',
  reason: 'Recibe este mensaje porque es propietario de {organisation}.',
}

const nl: LanguageWords = {
  trial_ending: {
    subject: 'De proefperiode van {organisation} eindigt op {date}',
    text: 'De proefperiode van {organisation} eindigt op {date}. Voeg voor die tijd een betaalwijze toe, dan gaat alles door. Zonder blijven de cijfers en wordt niets in rekening gebracht, maar nieuwe verbindingen, sleutels en uitnodigingen zijn niet mogelijk.',
  },
  payment_failed: {
    subject: 'Een betaling van {organisation} is mislukt',
    text: 'De laatste betaling van {organisation} is niet gelukt. Alles gaat door tot {date}. Controleer de betaalwijze; de betaling wordt vanzelf opnieuw geprobeerd.',
  },
  payment_failed_still: {
    subject: 'Een betaling van {organisation} staat nog open',
    text: 'Een betaling van {organisation} is nog steeds niet gelukt. Alles gaat door tot {date}; daarna kan niets nieuws worden gemaakt en worden platforms nog 30 dagen gelezen. Controleer de betaalwijze.',
  },
  payment_failed_last: {
    subject: '{organisation} wordt op {date} alleen-lezen',
    text: 'Een betaling van {organisation} mislukt al twee weken. Vanaf {date} zijn nieuwe verbindingen, sleutels en uitnodigingen niet meer mogelijk. Cijfers, exports en verwijderen gaan door. Controleer de betaalwijze.',
  },
  read_only: {
    subject: '{organisation} is nu alleen-lezen',
    text: 'Voor {organisation} betaalt op dit moment niemand, dus nieuwe verbindingen, sleutels en uitnodigingen zijn niet mogelijk. Cijfers en exports gaan door, en platforms worden gelezen tot {date}. Zodra je een abonnement kiest of betaalt, is alles weer open.',
  },
  deletion_far: {
    subject: 'De gegevens van {organisation} verdwijnen op {date}',
    text: 'Voor {organisation} heeft vier maanden niemand betaald. Op {date} worden winkels, cijfers en bestanden voorgoed verwijderd. Exporteer wat moet blijven, of kies een abonnement om alles te houden.',
  },
  deletion_near: {
    subject: 'Binnenkort: de gegevens van {organisation} verdwijnen op {date}',
    text: 'Voor {organisation} heeft vijf maanden niemand betaald. Op {date} worden winkels, cijfers en bestanden voorgoed verwijderd. Je krijgt nog één mail, 14 dagen ervoor. Exporteer wat moet blijven, of kies een abonnement om alles te houden.',
  },
  usage_80: {
    subject: '{organisation} heeft 80 % van de bestellingen gebruikt',
    text: 'In {month} heeft {organisation} tot nu toe {orders} bestellingen; het abonnement is bedoeld voor {limit} per maand. Er stopt niets en er wordt niets voor in rekening gebracht.',
  },
  usage_100: {
    subject: '{organisation} heeft de bestellingen van het abonnement bereikt',
    text: 'In {month} heeft {organisation} tot nu toe {orders} bestellingen; het abonnement is bedoeld voor {limit} per maand. Je cijfers gaan door en er wordt niets voor in rekening gebracht.',
  },
  usage_120: {
    subject: '{organisation} zit ruim boven het abonnement',
    text: 'In {month} heeft {organisation} tot nu toe {orders} bestellingen; het abonnement is bedoeld voor {limit} per maand. Je cijfers gaan door en het abonnement wordt nooit zonder jou gewijzigd. Na twee van zulke maanden vragen we om een groter abonnement.',
  },
  larger_plan: {
    subject: 'Kies een groter abonnement voor {organisation}',
    text: '{organisation} zat twee maanden meer dan 20 % boven het abonnement ({orders} bestellingen in {month}, bedoeld voor {limit}). Kies uiterlijk {date} een groter abonnement. Je cijfers gaan in elk geval door en het abonnement wordt nooit zonder jou gewijzigd.',
  },
  next: 'Het volgende abonnement, {plan}, kost {price} {interval} exclusief belasting.',
  largest: 'Er is geen groter abonnement. Schrijf aan wie deze installatie beheert.',
  month: 'per maand',
  year: 'per jaar',
  button: 'Abonnement bekijken',
  reason: 'Je krijgt dit omdat je eigenaar bent van {organisation}.',
}

const ar: LanguageWords = {
  trial_ending: {
    subject: 'تنتهي الفترة التجريبية لـ {organisation} في {date}',
    text: 'تنتهي الفترة التجريبية لـ {organisation} في {date}. أضف وسيلة دفع قبل ذلك ويستمر كل شيء. من دونها تبقى الأرقام ولا يُحتسب شيء، لكن لا يمكن إنشاء اتصالات أو مفاتيح أو دعوات جديدة.',
  },
  payment_failed: {
    subject: 'فشل دفع لـ {organisation}',
    text: 'لم ينجح آخر دفع لـ {organisation}. يستمر كل شيء حتى {date}. يُرجى التحقق من وسيلة الدفع؛ وتُعاد المحاولة تلقائيًا.',
  },
  payment_failed_still: {
    subject: 'لا يزال هناك دفع مفتوح لـ {organisation}',
    text: 'لم ينجح دفع لـ {organisation} حتى الآن. يستمر كل شيء حتى {date}؛ وبعده لا يمكن إنشاء شيء جديد، وتُقرأ المنصات 30 يومًا أخرى. يُرجى التحقق من وسيلة الدفع.',
  },
  payment_failed_last: {
    subject: 'تصبح {organisation} للقراءة فقط في {date}',
    text: 'يفشل دفع لـ {organisation} منذ أسبوعين. ابتداءً من {date} لا يمكن إنشاء اتصالات أو مفاتيح أو دعوات جديدة. تستمر الأرقام والتصدير والحذف. يُرجى التحقق من وسيلة الدفع.',
  },
  read_only: {
    subject: 'أصبحت {organisation} للقراءة فقط',
    text: 'لا أحد يدفع حاليًا لـ {organisation}، لذلك لا يمكن إنشاء اتصالات أو مفاتيح أو دعوات جديدة. تستمر الأرقام والتصدير، وتُقرأ المنصات حتى {date}. باختيار خطة أو بالدفع يُفتح كل شيء فورًا من جديد.',
  },
  deletion_far: {
    subject: 'تُحذف بيانات {organisation} في {date}',
    text: 'لم يدفع أحد لـ {organisation} منذ أربعة أشهر. في {date} تُحذف متاجرها وأرقامها وملفاتها نهائيًا. صدّر ما ينبغي أن يبقى، أو اختر خطة للاحتفاظ بكل شيء.',
  },
  deletion_near: {
    subject: 'قريبًا: تُحذف بيانات {organisation} في {date}',
    text: 'لم يدفع أحد لـ {organisation} منذ خمسة أشهر. في {date} تُحذف متاجرها وأرقامها وملفاتها نهائيًا. ستصلك رسالة أخرى قبل ذلك بـ 14 يومًا. صدّر ما ينبغي أن يبقى، أو اختر خطة للاحتفاظ بكل شيء.',
  },
  usage_80: {
    subject: 'استخدمت {organisation} 80 % من طلبات خطتها',
    text: 'عدد طلبات {organisation} في {month} حتى الآن: {orders}، وخطتها مخصصة لـ {limit} في الشهر. لا يتوقف شيء، ولا يُحتسب شيء بسبب ذلك.',
  },
  usage_100: {
    subject: 'بلغت {organisation} عدد طلبات خطتها',
    text: 'عدد طلبات {organisation} في {month} حتى الآن: {orders}، وخطتها مخصصة لـ {limit} في الشهر. تستمر أرقامك، ولا يُحتسب شيء بسبب ذلك.',
  },
  usage_120: {
    subject: 'تجاوزت {organisation} خطتها كثيرًا',
    text: 'عدد طلبات {organisation} في {month} حتى الآن: {orders}، وخطتها مخصصة لـ {limit} في الشهر. تستمر أرقامك، ولا تُغيَّر الخطة أبدًا من دونك. بعد شهرين كهذين نطلب خطة أكبر.',
  },
  larger_plan: {
    subject: 'يُرجى اختيار خطة أكبر لـ {organisation}',
    text: 'تجاوزت {organisation} خطتها بأكثر من 20 % طوال شهرين (عدد الطلبات في {month}: {orders}، والخطة مخصصة لـ {limit}). يُرجى اختيار خطة أكبر حتى {date}. تستمر أرقامك على أي حال، ولا تُغيَّر الخطة أبدًا من دونك.',
  },
  next: 'تكلفة الخطة التالية، {plan}: {price} {interval} قبل الضريبة.',
  largest: 'لا توجد خطة أكبر. راسل من يدير هذا التثبيت.',
  month: 'في الشهر',
  year: 'في السنة',
  button: 'عرض الخطة',
  reason: 'تصلك هذه الرسالة لأنك مالك {organisation}.',
}

/** By language. */
export const billingMailWords: ReadonlyMap<string, LanguageWords> = new Map(Object.entries({ en, de, fr, es, nl, ar }))
