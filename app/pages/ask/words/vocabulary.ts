// What people call figures, breakdowns and days, in the six languages of the screens. A word that ends in `~` stands for all that
// begin with it; phrases are separated by `|`. Names of the catalogue are known besides: here is what people say instead.

/** Phrases by the key of the metric that they mean. */
export const metricWords: Readonly<Record<string, string>> = {
  sales:
    'sales|turnover|revenue|takings|sell|sold|made|verkauf~|verkauft|umsatz|umsatze|erlos~|eingenommen|ventes|chiffre d affaires|vendu|vendons|recettes|ventas|facturacion|facturado|ingresos|vendido|omzet|verkopen|verkocht|verkoop|مبيعات|ايرادات|بعنا',
  netRevenue: 'net revenue|nettoerlos|revenu net|ingresos netos|netto opbrengst|صافي ايرادات',
  netSales: 'net sales|nettoumsatz|ventes nettes|ventas netas|netto omzet|netto verkopen|صافي مبيعات',
  grossSales: 'gross sales|bruttoumsatz|ventes brutes|ventas brutas|bruto omzet|bruto verkopen|اجمالي مبيعات',
  orders:
    'orders|order count|how many orders|purchases|bestellung~|auftrage|commande~|pedido~|bestelling~|orders geplaatst|طلبات|عدد طلبات|طلبيات',
  aov: 'aov|average order|average order value|average basket|basket size|basket|durchschnittlicher bestellwert|bestellwert|warenkorb|panier moyen|panier|valor medio del pedido|pedido medio|ticket medio|cesta media|gemiddelde bestelwaarde|bestelwaarde|winkelmand|متوسط قيمه طلب|متوسط طلب|متوسط سله',
  unitsSold:
    'units sold|units|items sold|pieces sold|pieces|verkaufte artikel|artikel verkauft|stuckzahl|articles vendus|unites vendues|unidades vendidas|unidades|verkochte artikelen|stuks|verkochte stuks|وحدات مباعه|قطع مباعه',
  discounts: 'discount~|price cuts|rabatt~|nachlass~|remise~|reduction~|descuento~|korting~|خصومات|تخفيضات',
  returns:
    'returns|refunds|refunded|given back|money back|retoure~|erstattung~|rucksendung~|zuruckgegeben|remboursement~|retours|devolucion~|reembolso~|terugbetaling~|retouren|مرتجعات|استرداد~|مبالغ مستردده',
  refundRateValue:
    'refund rate|return rate|retourenquote|erstattungsquote|taux de retour|taux de remboursement|tasa de devolucion~|tasa de reembolso~|retourpercentage|معدل ارجاع|معدل استرداد',
  taxes: 'tax~|vat|steuer~|mehrwertsteuer|tva|taxes|impuestos|iva|belasting~|btw|ضراءب|ضريبه',
  netShipping:
    'shipping revenue|shipping income|versanderlose|frais de port encaisses|ingresos por envio|verzendopbrengst|ايرادات شحن',
  shippingCost:
    'shipping cost~|delivery cost~|postage|versandkosten|lieferkosten|porto|frais d expedition|frais de livraison|cout d expedition|gastos de envio|costes de envio|verzendkosten|تكاليف شحن|تكلفه شحن',
  newCustomers:
    'new customers|new buyers|first time buyers|first time customers|neukunden|neue kunden|erstkaufer|nouveaux clients|clientes nuevos|nuevos clientes|nieuwe klanten|عملاء جدد|زباءن جدد',
  returningCustomers:
    'returning customers|repeat customers|repeat buyers|regulars|bestandskunden|stammkunden|wiederkehrende kunden|clients fideles|clients recurrents|clients existants|clientes recurrentes|clientes que vuelven|clientes habituales|terugkerende klanten|vaste klanten|عملاء عاءدون|عملاء متكررون|عملاء عاءدين',
  uniqueCustomers:
    'customers|buyers|kunden|kaufer|clients|acheteurs|clientes|compradores|klanten|kopers|عملاء|زباءن|مشترين',
  repeatRate:
    'repeat rate|repeat purchase rate|wiederkaufsrate|wiederkaufrate|taux de reachat|tasa de recompra|herhaalaankopen|herhaalpercentage|معدل تكرار شراء|معدل اعاده شراء',
  newCustomerRevenue:
    'new customer revenue|revenue from new customers|sales from new customers|umsatz mit neukunden|neukundenumsatz|ventes nouveaux clients|ventas de clientes nuevos|omzet van nieuwe klanten|omzet nieuwe klanten|مبيعات عملاء جدد',
  newCustomerShare:
    'share of new customers|new customer share|neukundenanteil|part de nouveaux clients|proporcion de clientes nuevos|aandeel nieuwe klanten|نسبه عملاء جدد',
  blendedAdSpend:
    'ad spend|ads spend|spend|spent|spent on ads|spend on ads|advertising|advertising cost~|ad cost~|werbekosten|werbeausgaben|werbung ausgegeben|fur werbung|depenses publicitaires|depense publicitaire|depense en publicite|budget pub|gasto publicitario|gastado en anuncios|gasto en anuncios|publicidad|advertentiekosten|advertentie uitgaven|uitgegeven aan advertenties|reclame|انفاق اعلاني|انفاق اعلانات|تكلفه اعلانات|انفقنا علي اعلانات',
  totalMarketingSpend:
    'marketing spend|marketing cost~|marketing budget|marketingkosten|depenses marketing|gasto de marketing|انفاق تسويق~|تكاليف تسويق',
  blendedRoas:
    'roas|return on ad spend|blended roas|rendement des publicites|retorno publicitario|rendement advertenties|عاءد انفاق اعلاني|عاءد اعلانات',
  mer: 'mer|marketing efficiency|marketing efficiency ratio|marketingeffizienz|efficacite marketing|eficiencia de marketing|marketing efficientie|كفاءه تسويق',
  cpaBlended:
    'cpa|cost per order|cost per acquisition|kosten je bestellung|kosten pro bestellung|cout par commande|coste por pedido|kosten per bestelling|تكلفه طلب',
  ncac: 'cost per new customer|kosten pro neukunde|kosten je neukunde|cout par nouveau client|coste por cliente nuevo|kosten per nieuwe klant|تكلفه عميل جديد',
  cac: 'acquisition cost~|akquisekosten|cout d acquisition|coste de adquisicion|acquisitiekosten|تكلفه اكتساب عميل|تكلفه اكتساب',
  cogs: 'cogs|cost of goods|cost of goods sold|goods cost~|product cost~|wareneinsatz|warenkosten|einkaufskosten|cout des marchandises|cout des produits|coste de mercancias|coste de productos|coste de ventas|inkoopkosten|inkoopwaarde|kosten van goederen|تكلفه بضاعه|تكلفه بضاءع|تكلفه منتجات',
  grossProfit:
    'gross profit|rohertrag|bruttogewinn|benefice brut|beneficio bruto|brutowinst|ربح اجمالي|اجمالي ربح|مجمل ربح',
  grossMargin: 'gross margin|rohmarge|bruttomarge|marge brute|margen bruto|brutomarge|هامش اجمالي|هامش ربح اجمالي',
  netProfit:
    'profit|net profit|earn|earned|earnings|left over|bottom line|gewinn|nettogewinn|verdient|ubrig|benefice|benefice net|gagne|reste t il|beneficio|beneficio neto|ganado|ganamos|ganancia~|winst|nettowinst|verdiend|overgehouden|ربح|صافي ربح|ارباح|ربحنا',
  netMargin:
    'net margin|profit margin|margin|nettomarge|gewinnmarge|marge|marge nette|margen|margen neto|winstmarge|هامش ربح|صافي هامش',
  cm2: 'contribution|contribution margin|deckungsbeitrag|marge sur couts variables|marge de contribution|margen de contribucion|contributiemarge|dekkingsbijdrage|هامش مساهمه',
  gatewayFees:
    'payment fee~|gateway fee~|transaction fee~|zahlungsgebuhr~|transaktionsgebuhr~|frais de paiement|comisiones de pago|betaalkosten|transactiekosten|رسوم دفع',
  expenses:
    'expenses|other costs|overheads|sonstige ausgaben|fixkosten|autres depenses|charges fixes|otros gastos|gastos fijos|overige uitgaven|vaste lasten|مصروفات|نفقات',
  adClicks: 'clicks|ad clicks|klicks|anzeigenklicks|clics|clicks en anuncios|klikken|نقرات',
  adImpressions: 'impressions|anzeigenimpressionen|impressionen|impresiones|vertoningen|مرات ظهور|ظهور',
  adCpc: 'cpc|cost per click|kosten pro klick|cout par clic|coste por clic|kosten per klik|تكلفه نقره',
  adCtr: 'ctr|click rate|click through rate|klickrate|taux de clic|tasa de clics|klikratio|معدل نقر',
  giftCardsSold:
    'gift cards|vouchers sold|gutscheine|geschenkgutscheine|cartes cadeaux|tarjetas regalo|cadeaubonnen|بطاقات هدايا',
  tips: 'tips|trinkgeld~|pourboires|propinas|fooien|اكراميات',
}

/** Phrases by dimension. */
export const dimensionWords: Readonly<Record<string, string>> = {
  country: 'country|countries|land|lander|landern|pays|pais|paises|landen|بلد|دوله|بلدان|دول',
  region: 'region~|state|states|bundesland|bundeslander|provincia~|provincie~|منطقه|مناطق',
  product:
    'product|products|item|items|bestseller~|produkt~|artikel|produit~|producto~|producten|artikelen|منتج|منتجات',
  variant: 'variant~|variante~|varianten|خيارات|متغيرات',
  sku: 'sku|skus',
  sales_channel:
    'sales channel~|vertriebskanal~|vertriebskanale|canal de vente|canaux de vente|canal de venta|canales de venta|verkoopkanaal|verkoopkanalen|قناه بيع|قنوات بيع',
  coupon:
    'coupon~|discount code~|promo code~|gutscheincode~|rabattcode~|code promo|codes promo|codes de reduction|cupon~|codigos de descuento|kortingscode~|قساءم|كود خصم|اكواد خصم',
  gateway:
    'payment method~|gateway~|zahlungsart~|zahlungsmethode~|moyen de paiement|moyens de paiement|metodo de pago|metodos de pago|forma de pago|formas de pago|betaalmethode~|betaalwijze~|طريقه دفع|طرق دفع',
  customer_class:
    'customer type~|kind of customer|kundentyp~|type de client|types de clients|tipo de cliente|tipos de cliente|klanttype~|نوع عميل|انواع عملاء',
  weekday:
    'weekday~|day of the week|wochentag~|jour de la semaine|jours de la semaine|dia de la semaine|dia de la semana|dias de la semana|weekdag~|ايام اسبوع|يوم اسبوع|يوم من اسبوع',
  hour_of_day: 'hour|hours|time of day|uhrzeit|stunde|tageszeit|heure|heures|hora|horas|uur|ساعه|ساعات',
  campaign: 'campaign~|kampagne~|campagne~|campana~|حمله|حملات',
  ad_set:
    'ad set~|ad group~|anzeigengruppe~|ensemble de publicites|groupe d annonces|conjunto de anuncios|grupo de anuncios|advertentieset~|advertentiegroep~|مجموعه اعلانات|مجموعات اعلانيه',
  ad: 'ad|ads|anzeige|anzeigen|annonce|annonces|publicites|anuncio|anuncios|advertentie|advertenties|اعلان|اعلانات',
  channel:
    'channel~|platform~|kanal|kanale|kanalen|canal|canaux|plateforme~|canales|plataforma~|kanaal|قناه|قنوات|منصه|منصات',
}

/** What asks for the smallest first. */
export const leastWords =
  'worst|lowest|least|fewest|weakest|schlechteste~|wenigsten|niedrigste~|pire~|moins|plus faible~|peor|peores|menos|mas bajo~|slechtste|minste|laagste|اسوا|اقل|ادني'

/** What asks for a series over time. */
export const intervalWords = {
  day: 'daily|per day|by day|each day|a day|taglich|pro tag|je tag|nach tagen|par jour|chaque jour|por dia|cada dia|diario|dagelijks|per dag|يوميا|كل يوم|حسب يوم',
  week: 'weekly|per week|by week|each week|wochentlich|pro woche|je woche|nach wochen|par semaine|chaque semaine|por semana|cada semana|semanal|wekelijks|اسبوعيا|كل اسبوع|حسب اسبوع',
  month:
    'monthly|per month|by month|each month|monatlich|pro monat|je monat|nach monaten|par mois|chaque mois|por mes|cada mes|mensual|maandelijks|per maand|شهريا|كل شهر|حسب شهر',
} as const

/** What asks for a comparison, where no days of it are named. */
export const compareWords = {
  previous_year:
    'than last year|vs last year|versus last year|compared to last year|compared with last year|year over year|yoy|than the year before|gegenuber vorjahr|gegenuber dem vorjahr|im vergleich zum vorjahr|verglichen mit dem vorjahr|als im vorjahr|par rapport a l an dernier|par rapport a l annee derniere|que l an dernier|comparado con el ano pasado|frente al ano pasado|respecto al ano pasado|que el ano pasado|vergeleken met vorig jaar|ten opzichte van vorig jaar|dan vorig jaar|مقارنه بعام ماضي|مقارنه عام ماضي|مقارنه سنه ماضيه|مقارنه بسنه ماضيه|مقارنه مع عام ماضي',
  previous_period:
    'compared to before|than before|versus the period before|vs previous period|compared to the previous period|gegenuber vorher|im vergleich zum vorherigen zeitraum|als vorher|par rapport a la periode precedente|que la periode precedente|comparado con antes|frente al periodo anterior|que antes|vergeleken met de vorige periode|dan daarvoor|مقارنه بفتره سابقه|مقارنه فتره سابقه|مقارنه بما قبل',
} as const

/** Relative days by the preset of the date menu, or what has none there. */
export const periodWords = {
  today: 'today|heute|aujourd hui|hoy|vandaag|يوم|اليوم',
  yesterday: 'yesterday|gestern|hier|ayer|gisteren|امس',
  week: 'this week|diese woche|dieser woche|cette semaine|esta semana|deze week|هذا اسبوع',
  last_week:
    'last week|previous week|letzte woche|letzter woche|vorige woche|vergangene woche|vorige week|semaine derniere|semana pasada|afgelopen week|اسبوع ماضي',
  month:
    'this month|month to date|mtd|diesen monat|dieser monat|diesem monat|ce mois|ce mois ci|este mes|deze maand|هذا شهر',
  last_month:
    'last month|previous month|letzten monat|letzter monat|vorigen monat|vergangenen monat|mois dernier|mes pasado|vorige maand|afgelopen maand|شهر ماضي',
  quarter:
    'this quarter|quarter to date|dieses quartal|diesem quartal|ce trimestre|este trimestre|dit kwartaal|هذا ربع',
  last_quarter:
    'last quarter|previous quarter|letztes quartal|letzten quartal|vorigen quartal|trimestre dernier|dernier trimestre|trimestre pasado|ultimo trimestre|vorig kwartaal|afgelopen kwartaal|ربع ماضي',
  year: 'this year|year to date|ytd|dieses jahr|diesem jahr|cette annee|este ano|dit jaar|هذا عام|هذه سنه',
  last_year:
    'last year|previous year|letztes jahr|letzten jahr|voriges jahr|vorigen jahr|vergangenes jahr|l an dernier|annee derniere|ano pasado|vorig jaar|afgelopen jaar|عام ماضي|سنه ماضيه',
  all: 'all time|ever|since the beginning|insgesamt bisher|seit beginn|depuis le debut|desde el principio|desde el inicio|sinds het begin|منذ بدايه',
} as const

/** Units of “the last 14 …”. */
export const unitWords = {
  day: 'day|days|tag|tage|tagen|jour|jours|dia|dias|dag|dagen|يوم|ايام|يوما',
  week: 'week|weeks|woche|wochen|semaine|semaines|semana|semanas|weken|اسبوع|اسابيع',
  month: 'month|months|monat|monate|monaten|mois|mes|meses|maand|maanden|شهر|اشهر|شهور',
  year: 'year|years|jahr|jahre|jahren|an|ans|annee|annees|ano|anos|jaar|jaren|عام|اعوام|سنه|سنوات',
} as const

/** What stands before or after the number of days: “the last 14 days”. */
export const lastWords =
  'last|past|previous|letzte~|vergangene~|vorige|dernier~|derniere~|passe~|ultimo~|ultima~|pasado~|pasada~|afgelopen|laatste|اخر|ماضيه'

/** Other names of platforms, by the first word of their own. */
export const platformWords: Readonly<Record<string, string>> = {
  Meta: 'facebook|instagram|fb|ميتا|فيسبوك|انستغرام',
  Google: 'adwords|جوجل|غوغل',
  TikTok: 'tik tok|تيك توك',
}

/** A metric that platforms report of themselves, by the one that means it for all together. */
export const platformStats: Readonly<Record<string, string>> = {
  blendedAdSpend: 'spend',
  adSpend: 'spend',
  totalMarketingSpend: 'spend',
  platformSpend: 'spend',
  blendedRoas: 'roas',
  claimedRoas: 'roas',
  cpaBlended: 'cpa',
  claimedCpa: 'cpa',
  adCpc: 'cpc',
  adClicks: 'clicks',
  adImpressions: 'impressions',
  adViews: 'views',
  claimedConversions: 'conversions',
  orders: 'conversions',
  claimedRevenue: 'conversionValue',
  sales: 'conversionValue',
}

/** What is meant where no figure is named: of rows of ads, of other rows, and of a platform. */
export const usualMetrics = { ads: 'claimedRoas', orders: 'sales', platform: 'blendedAdSpend' } as const
