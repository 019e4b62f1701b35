// Made by `npm run docs`; edit the source instead.
export interface paths {
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The catalogue of metrics and dimensions */
        get: operations["metrics.describe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shops that the caller may see
         * @description All of them: a shop has a store of its own, and no more than 20 of an organisation are without one yet.
         */
        get: operations["shop.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/metrics/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Figures of a period: totals, series, breakdowns and a comparison */
        post: operations["metrics.query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/metrics/{key}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The orders and refunds that a figure consists of; contributions add up to it */
        get: operations["metrics.rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/profit/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Why profit changed between two periods: every line, causes, and products, channels and customers */
        post: operations["profit.explain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/goods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Goods sold in a period with what they cost, most net sales first */
        get: operations["costs.goods"];
        put?: never;
        /** Adds costs of goods, replaces those of the same goods, day, country and quantity, and deletes others */
        post: operations["costs.goods.save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/goods/time-line": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything that is entered of a variant and its product, the latest first, with what holds today */
        get: operations["costs.timeLine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/goods/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What something costs today that is made of other goods, and goods that it could be made of */
        post: operations["costs.parts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/shipping/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What shipping a made-up order would cost today, by the rules that orders are booked with */
        post: operations["costs.tryShipping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/shipping-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What buyers paid for shipping, what carriers charged and what is left, by country and method */
        get: operations["costs.shippingMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rules about payment fees, carriers, handling, returns and expenses per order */
        get: operations["costs.rules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a change of costs would do to profit, exactly; nothing is written */
        post: operations["costs.preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Changes of costs, the newest first, with what they did to profit */
        get: operations["costs.changes"];
        put?: never;
        /** Saves a change of costs as one change set, or undoes one */
        post: operations["costs.save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/attribution/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Who earned which orders: channels, campaigns or ads under a model, closing to order revenue */
        post: operations["attribution.query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/attribution/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The orders behind one row of credit; parts of all pages add up to it */
        post: operations["attribution.rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/attribution/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reports on journeys: models side by side, paths, lags, assists, overlap, transitions, conversion rates, cohorts, claims */
        post: operations["attribution.report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/tracking/{platform}/ads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ads of googleads, metaads or tiktokads with their tags, how far visits lead, and macros that were not filled in */
        get: operations["tracking.ads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/survey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What buyers are asked after an order, and which channels their answers stand for */
        get: operations["survey.get"];
        put?: never;
        /** Switches the question on or off and words it; other words make another version */
        post: operations["survey.save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/survey/mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says which channels answers stand for; answers that were given before follow within minutes */
        post: operations["survey.mappings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/survey/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What buyers said brought them, with intervals, beside what their clicks say */
        post: operations["survey.report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Products of a period with what they sold and contribute, and the ads credited to them, most net sales first */
        get: operations["product.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One product of a period: figures, ads credited to it, variants, dated costs, and what is bought with it */
        get: operations["product.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Orders of a period, the newest first, each with what is left of it up to now */
        get: operations["order.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One order with its ledger rows, its costs and what is left, its journey and what each model gives */
        get: operations["order.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the connections of a shop stand
         * @description All of them: a shop has one for each platform at most.
         */
        get: operations["connection.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/number-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What changed figures of past days: by how much, when it was seen, and why */
        get: operations["numbers.changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Days beside the store's own report: both figures, and what they differ by and why */
        get: operations["reconciliation.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/reconciliation/{day}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One compared day with the orders that differ; null when it was never compared */
        get: operations["reconciliation.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What makes figures wrong, old or surprising, with a remedy
         * @description The gravest 500 at most; each goes away with its cause, and the next one takes its place.
         */
        get: operations["health.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ad platforms that can be told of orders, and how that stands
         * @description All of them: one for each platform.
         */
        get: operations["conversions.targets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/conversions/{platform}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How a platform is told of orders, and how well that goes; the stored token never comes back */
        get: operations["conversions.get"];
        put?: never;
        /** Sets up how a platform is told of orders; switches nothing on */
        post: operations["conversions.save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/conversions/{platform}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The delivery log: each order with what became of it, the latest first */
        get: operations["conversions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/conversions/{platform}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Datasets, pixels or conversion actions that the connected account has; the platform is asked */
        get: operations["conversions.destinations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/conversions/{platform}/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Switches telling a platform of orders on or off; orders of before are never sent */
        post: operations["conversions.switch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/conversions/{platform}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a made-up order that counts for nothing, and says what the platform answers */
        post: operations["conversions.try"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/conversions/{platform}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues one order, or all that were refused or given up, to be sent again under the same event ID */
        post: operations["conversions.resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/changes/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undoes a change of costs */
        post: operations["costs.undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/files/missing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Goods sold without a known cost, most net sales first, as a CSV file to fill in and import */
        get: operations["costs.missing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/files/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What stands of goods, fees, shipping, handling or expenses, as a CSV file that imports without loss */
        get: operations["costs.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/imports/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** First step of an import: what a CSV file would do, row by row and to profit; nothing is written */
        post: operations["costs.check_file"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Second step: saves the good rows of a CSV file as one change */
        post: operations["costs.import_file"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/gateways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rules about payment fees */
        get: operations["costs.gateways.list"];
        put?: never;
        /** Adds a rule about payment fees */
        post: operations["costs.gateways.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/gateways/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a rule about payment fees */
        delete: operations["costs.gateways.remove"];
        options?: never;
        head?: never;
        /** Changes a rule about payment fees: what is left out stays */
        patch: operations["costs.gateways.change"];
        trace?: never;
    };
    "/shops/{domain}/costs/shipping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rules about what carriers charge */
        get: operations["costs.shipping.list"];
        put?: never;
        /** Adds a rule about what carriers charge */
        post: operations["costs.shipping.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/shipping/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a rule about what carriers charge */
        delete: operations["costs.shipping.remove"];
        options?: never;
        head?: never;
        /** Changes a rule about what carriers charge: what is left out stays */
        patch: operations["costs.shipping.change"];
        trace?: never;
    };
    "/shops/{domain}/costs/handling": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rules about handling */
        get: operations["costs.handling.list"];
        put?: never;
        /** Adds a rule about handling */
        post: operations["costs.handling.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/handling/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a rule about handling */
        delete: operations["costs.handling.remove"];
        options?: never;
        head?: never;
        /** Changes a rule about handling: what is left out stays */
        patch: operations["costs.handling.change"];
        trace?: never;
    };
    "/shops/{domain}/costs/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rules about labels for returned goods */
        get: operations["costs.returns.list"];
        put?: never;
        /** Adds a rule about labels for returned goods */
        post: operations["costs.returns.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/returns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a rule about labels for returned goods */
        delete: operations["costs.returns.remove"];
        options?: never;
        head?: never;
        /** Changes a rule about labels for returned goods: what is left out stays */
        patch: operations["costs.returns.change"];
        trace?: never;
    };
    "/shops/{domain}/costs/expenses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rules about expenses per order */
        get: operations["costs.expenses.list"];
        put?: never;
        /** Adds a rule about expenses per order */
        post: operations["costs.expenses.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/costs/expenses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an expense per order, or ends it with yesterday: `from=today` */
        delete: operations["costs.expenses.remove"];
        options?: never;
        head?: never;
        /** Changes a rule about expenses per order: what is left out stays */
        patch: operations["costs.expenses.change"];
        trace?: never;
    };
    "/shops/{domain}/spend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Custom spend: what is spent on channels without a connector, and other expenses */
        get: operations["spend.list"];
        put?: never;
        /** Adds an entry of custom spend */
        post: operations["spend.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/spend/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an entry of custom spend, or ends it with yesterday: `from=today` */
        delete: operations["spend.remove"];
        options?: never;
        head?: never;
        /** Changes an entry of custom spend: what is left out stays */
        patch: operations["spend.change"];
        trace?: never;
    };
    "/shops/{domain}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Events that the shop’s own server tells; told twice, an event is the same by its id */
        post: operations["tracking.collect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Keys of the API with their state and last use; never the keys themselves */
        get: operations["key.list"];
        put?: never;
        /** Creates a key of the API, which is shown in this answer only */
        post: operations["key.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/keys/{key}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a key like another one; the other one works until it is revoked */
        post: operations["key.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/keys/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes a key of the API at once */
        delete: operations["key.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who did what in the organisation, the newest first */
        get: operations["audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/audit/actors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who stands in the audit log */
        get: operations["audit.actors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/audit/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** For how many days entries of the audit log are kept */
        get: operations["audit.retention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes for how many days entries of the audit log are kept; older ones go in the following night */
        patch: operations["audit.change_retention"];
        trace?: never;
    };
    "/organisations/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members with their role and shops, and open invitations; of those who share no shop with you, none */
        get: operations["member.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/members/{person}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the role of a member; an owner sees all shops */
        post: operations["member.change_role"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/members/{person}/shops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes which shops a member sees, by domain or id, null for all; ends those of their keys that are named */
        post: operations["member.change_shops"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/members/{person}/made": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Keys, webhooks and share links that a member made and that still work */
        get: operations["member.made"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/members/{person}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes a member with those of their keys, webhooks and share links that are named, and signs them out everywhere */
        post: operations["member.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/members/{person}/ownership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Offers your own place as an owner to a member, who has seven days to accept; replaces an earlier offer */
        post: operations["ownership.offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/ownership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The offer of ownership that is made to you; null: none */
        get: operations["ownership.find"];
        put?: never;
        post?: never;
        /** Withdraws the offer of ownership */
        delete: operations["ownership.withdraw"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/ownership/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accepts the offer of ownership that is made to you: whoever made it is an admin from now on */
        post: operations["ownership.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/ownership/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Declines the offer of ownership that is made to you */
        post: operations["ownership.decline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Asks everybody for two-step verification, seven days from now, or no longer */
        post: operations["organisation.require_factor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/contents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How much the organisation has, of what goes with it when it is deleted */
        get: operations["organisation.contents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When the organisation is deleted with everything that it has; null: it is not */
        get: operations["organisation.deletion"];
        put?: never;
        /** Has the organisation deleted, 14 days from now, with everything that it has; confirmed by its name */
        post: operations["organisation.delete"];
        /** Takes the deletion of the organisation back, as long as it has not begun */
        delete: operations["organisation.keep"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invites somebody by mail, to all shops or to certain ones; replaces an open invitation of the address */
        post: operations["member.invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/invitations/{invitation}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends an open invitation again, with another link and for seven days from now */
        post: operations["member.resend_invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/invitations/{invitation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraws an invitation */
        delete: operations["member.revoke_invitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The plan of the organisation, all plans with their prices, and what can be bought or changed now */
        get: operations["billing.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/billing/standing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the organisation may do by the way it pays; does not ask the payment service */
        get: operations["billing.standing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/billing/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How much of its plan the organisation uses: counted orders of a month, each in the zone of its shop */
        get: operations["billing.usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/billing/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Invoices of the organisation, the newest first */
        get: operations["billing.invoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/billing/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The address of the page where a plan is bought */
        post: operations["billing.checkout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/billing/checkout/{session}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Asks the payment service what became of a purchase; grants nothing by itself */
        post: operations["billing.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The address of the page where ways to pay are changed and invoices paid */
        post: operations["billing.portal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/billing/change/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** When a change of the plan would happen, and what it would charge at once */
        post: operations["billing.preview_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/billing/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the plan: larger ones at once, smaller ones at the end of the period */
        post: operations["billing.change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{id}/billing/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the subscription at the end of its period */
        post: operations["billing.cancel"];
        /** Takes back that the subscription ends or becomes smaller, or goes on after a trial that was paused */
        delete: operations["billing.resume"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exports of the shop, each with its last run */
        get: operations["export.list"];
        put?: never;
        /** Defines an export: what is in it, for which days, how often it is made, and where it goes */
        post: operations["export.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/exports/{export}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an export with its runs and their files */
        delete: operations["export.remove"];
        options?: never;
        head?: never;
        /** Changes an export, or pauses it */
        patch: operations["export.change"];
        trace?: never;
    };
    "/shops/{domain}/exports/{export}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes an export now, of its own days or of others */
        post: operations["export.run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/exports/{export}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs of an export, the newest first; the file of one is at /exports/runs/{run}/file */
        get: operations["export.runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Addresses that are told of the shop’s events, with how that goes; never their secrets */
        get: operations["webhook.list"];
        put?: never;
        /** Adds an address; its secret is shown in this answer only */
        post: operations["webhook.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an address with everything that waits to be sent there */
        delete: operations["webhook.remove"];
        options?: never;
        head?: never;
        /** Changes an address or its events, pauses it, or switches it on again */
        patch: operations["webhook.change"];
        trace?: never;
    };
    "/shops/{domain}/webhooks/{webhook}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a message that is about nothing; its deliveries tell what came of it */
        post: operations["webhook.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/webhooks/{webhook}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces the secret; for 24 hours messages are signed with both */
        post: operations["webhook.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/webhooks/{webhook}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Messages of the last two weeks to an address and what became of them, the newest first */
        get: operations["webhook.deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/webhooks/deliveries/{delivery}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a message again under the same id */
        post: operations["webhook.resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Share links of the shop, with how often each was opened; never their addresses */
        get: operations["share.list"];
        put?: never;
        /** Makes a link by which one view is seen without an account; its address is shown in this answer only */
        post: operations["share.create"];
        /** Ends all share links of the shop at once */
        delete: operations["share.revoke_all"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/shares/{share}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Ends a share link at once */
        delete: operations["share.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your alerts on the shop with the last times that they fired, and the places in Slack that they can go to */
        get: operations["alert.list"];
        put?: never;
        /** Sets up an alert for you */
        post: operations["alert.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/alerts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** How often an alert would have fired in the last 90 days, by the figures as they are now */
        post: operations["alert.preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/alerts/{alert}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes an alert; what was delivered stays in your inbox */
        delete: operations["alert.remove"];
        options?: never;
        head?: never;
        /** Changes an alert, pauses it, or switches it on again */
        patch: operations["alert.change"];
        trace?: never;
    };
    "/shops/{domain}/slack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds a place in Slack that alerts can go to, by the address of an incoming webhook; it is never shown again */
        post: operations["slack.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/slack/{slack}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a place in Slack with what waits to be posted there */
        delete: operations["slack.remove"];
        options?: never;
        head?: never;
        /** Renames a place in Slack, replaces its address, or switches it on again */
        patch: operations["slack.change"];
        trace?: never;
    };
    "/push/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public key (VAPID) that a browser subscribes to messages with; it stays the same */
        get: operations["push.key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/push/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your browsers that messages are pushed to */
        get: operations["push.list"];
        put?: never;
        /** Has messages pushed to a browser of yours: a PushSubscription as the browser prints it; never shown again */
        post: operations["push.subscribe"];
        /** Ends messages to a browser of yours, with what waits for it */
        delete: operations["push.unsubscribe"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/dashboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Dashboards of the shop: one’s own and those shared with the team; a key sees shared ones */
        get: operations["dashboard.list"];
        put?: never;
        /** Makes a dashboard, empty, from a template or of given widgets */
        post: operations["dashboard.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/dashboards/{dashboard}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A dashboard as it is arranged, without figures */
        get: operations["dashboard.get"];
        put?: never;
        post?: never;
        /** Deletes a dashboard */
        delete: operations["dashboard.remove"];
        options?: never;
        head?: never;
        /** Changes a dashboard’s name, sharing or widgets */
        patch: operations["dashboard.change"];
        trace?: never;
    };
    "/shops/{domain}/dashboards/{dashboard}/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A dashboard with the figures of a period and their comparison */
        post: operations["dashboard.figures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/own-metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Custom metrics of the shop: formulas over the catalogue */
        get: operations["own_metric.list"];
        put?: never;
        /** Adds a custom metric; what is wrong with its formula is told with its place */
        post: operations["own_metric.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shops/{domain}/own-metrics/{ownMetric}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a custom metric that no other is made of */
        delete: operations["own_metric.remove"];
        options?: never;
        head?: never;
        /** Changes a custom metric */
        patch: operations["own_metric.change"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            type: string;
            status: number;
            title: string;
            /** @description What happened, what it means, what to do */
            detail: string;
            /** @enum {string} */
            code: "invalid_input" | "unauthenticated" | "forbidden" | "not_found" | "conflict" | "limit_reached" | "not_connected" | "upstream_failed" | "unavailable" | "internal" | "too_large";
            /** @description Id of the request, as in `X-Request-Id` */
            instance?: string;
            /** @description The field that is wrong */
            field?: string;
            /** @description The scope that the key lacks */
            scope?: string;
            /** @description Every field that is wrong */
            errors?: {
                field: string;
                detail: string;
            }[];
        };
    };
    responses: {
        /** @description The request cannot be understood: `errors` names the fields */
        400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No caller: the key or token is missing, unknown, expired or revoked */
        401: {
            headers: {
                /** @description `Bearer` */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not allowed: `scope` names what a key lacks */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such thing, or it belongs to others */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Conflict with the current state, or with a request of the same `Idempotency-Key` */
        409: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is too large */
        413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests */
        429: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something went wrong on our side */
        500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A platform did not answer as it should */
        502: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not available right now, or it took longer than 30 seconds */
        503: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "metrics.describe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metrics: {
                            key: string;
                            label: string;
                            description: string;
                            formula: string;
                            unit: string;
                            better: string;
                            additive: boolean;
                            from: string[];
                            terms: {
                                metric: string;
                                /** @enum {string} */
                                operator: "+" | "-" | "/";
                            }[];
                            /** @enum {string} */
                            about: "orders" | "ads" | "both";
                            dimensions: string[];
                        }[];
                        dimensions: {
                            key: string;
                            label: string;
                            description: string;
                            /** @enum {string} */
                            cardinality: "low" | "high";
                            /** @enum {string} */
                            level: "order" | "line" | "ad";
                            overlapping: boolean;
                            values: string[] | null;
                        }[];
                        claimRules: {
                            [key: string]: {
                                key: string;
                                label: string;
                            }[];
                        };
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "shop.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: unknown;
                        organisation: unknown;
                        domain: string;
                        platform: string;
                        name: string;
                        zone: string;
                        currency: string;
                        country: string | null;
                        settings: {
                            /** @default true */
                            countUnpaid: boolean;
                            /** @default [] */
                            excludedStatuses: string[];
                            tests: {
                                /** @default [] */
                                gateways: string[];
                                /** @default [] */
                                emails: string[];
                                /** @default [] */
                                meta: {
                                    key: string;
                                    /** @default null */
                                    value: string | null;
                                }[];
                                /** @default [] */
                                coupons: string[];
                                /** @default [] */
                                tags: string[];
                            };
                            giftCards: {
                                /** @default [] */
                                productIds: string[];
                                /** @default [] */
                                feeNames: string[];
                                /** @default [] */
                                couponCodes: string[];
                                /** @default [] */
                                couponKinds: string[];
                                /** @default [] */
                                paidMetaKeys: string[];
                            };
                            /**
                             * @default [
                             *       "tip",
                             *       "tip *",
                             *       "tips",
                             *       "tips *",
                             *       "gratuity*",
                             *       "trinkgeld*",
                             *       "pourboire*",
                             *       "propina*",
                             *       "fooi*"
                             *     ]
                             */
                            tips: string[];
                            /**
                             * @default [
                             *       "noreply@*",
                             *       "no-reply@*",
                             *       "donotreply@*",
                             *       "*@site.invalid"
                             *     ]
                             */
                            ignoredEmails: string[];
                            /**
                             * @default [
                             *       {
                             *         "key": "_wcpbc_base_exchange_rate",
                             *         "meaning": "rate"
                             *       },
                             *       {
                             *         "key": "_order_total_base_currency",
                             *         "meaning": "total"
                             *       },
                             *       {
                             *         "key": "_wcpay_multi_currency_stripe_exchange_rate",
                             *         "meaning": "rate"
                             *       },
                             *       {
                             *         "key": "_wcpay_multi_currency_order_exchange_rate",
                             *         "meaning": "inverse_rate"
                             *       },
                             *       {
                             *         "key": "_woocs_order_rate",
                             *         "meaning": "inverse_rate"
                             *       }
                             *     ]
                             */
                            currencyMeta: {
                                key: string;
                                /** @enum {string} */
                                meaning: "rate" | "inverse_rate" | "total";
                            }[];
                            /** @default 1 */
                            weekStartsOn: number;
                            /**
                             * @default orderRevenue
                             * @enum {string}
                             */
                            ratioBasis: "orderRevenue" | "sales" | "netRevenue";
                            /** @default false */
                            viewersSeeProfit: boolean;
                            /** @default false */
                            keepsOwnBasics: boolean;
                        };
                        isSample?: boolean;
                    }[];
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "metrics.query": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2025-03-10",
                 *       "to": "2025-03-12",
                 *       "metrics": [
                 *         "sales",
                 *         "orders"
                 *       ],
                 *       "interval": "day",
                 *       "dimensions": [
                 *         "country"
                 *       ],
                 *       "compare": "previous_period"
                 *     }
                 */
                "application/json": {
                    metrics: string[];
                    from: string;
                    to: string;
                    /** @enum {string} */
                    interval?: "hour" | "day" | "week" | "month";
                    seriesOf?: string[];
                    dimensions?: string[];
                    filters?: {
                        dimension: string;
                        /** @enum {string} */
                        operator: "is" | "is_not";
                        values: string[];
                    }[];
                    compare?: ("previous_period" | "previous_year") | {
                        from: string;
                        to: string;
                    };
                    alignWeekdays?: boolean;
                    currency?: string;
                    claims?: {
                        googleads?: string;
                        metaads?: string;
                        tiktokads?: string;
                    };
                    order?: {
                        by: string;
                        /** @enum {string} */
                        direction: "ascending" | "descending";
                    };
                    search?: string;
                    /** @constant */
                    rowSeries?: true;
                    limit?: number;
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        totals: {
                            [key: string]: string | number | null;
                        };
                        partial: boolean;
                        partialMetrics?: string[];
                        quality?: {
                            [key: string]: {
                                /** @enum {string} */
                                bound: "exact" | "about" | "at_most" | "at_least";
                                goods?: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees?: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping?: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            };
                        };
                        compare?: {
                            range: {
                                from: string;
                                to: string;
                            };
                            totals: {
                                [key: string]: string | number | null;
                            };
                            partial: boolean;
                            partialMetrics?: string[];
                            quality?: {
                                [key: string]: {
                                    /** @enum {string} */
                                    bound: "exact" | "about" | "at_most" | "at_least";
                                    goods?: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                    fees?: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                    shipping?: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                };
                            };
                            changes: {
                                [key: string]: {
                                    relative: string | null;
                                    isNew: boolean;
                                };
                            };
                            series?: {
                                at: string;
                                values: {
                                    [key: string]: string | number | null;
                                };
                                bounds?: {
                                    [key: string]: "exact" | "about" | "at_most" | "at_least";
                                };
                            }[];
                        };
                        series?: {
                            at: string;
                            values: {
                                [key: string]: string | number | null;
                            };
                            bounds?: {
                                [key: string]: "exact" | "about" | "at_most" | "at_least";
                            };
                        }[];
                        rows?: {
                            dimensions: {
                                [key: string]: string;
                            };
                            names?: {
                                [key: string]: string;
                            };
                            values: {
                                [key: string]: string | number | null;
                            };
                            bounds?: {
                                [key: string]: "exact" | "about" | "at_most" | "at_least";
                            };
                            before?: {
                                [key: string]: string | number | null;
                            };
                            course?: (string | number | null)[];
                        }[];
                        overlapping?: string[];
                        cursor?: string;
                        freshness: {
                            [key: string]: string;
                        };
                        /** @constant */
                        restating?: true;
                        claims?: {
                            [key: string]: {
                                key: string;
                                label: string;
                            };
                        };
                        maturing?: {
                            from: string;
                            platforms: string[];
                            since: {
                                [key: string]: string;
                            };
                        };
                        warnings: string[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "metrics.rows": {
        parameters: {
            query: {
                /** @example 2025-03-10 */
                from: string;
                /** @example 2025-03-12 */
                to: string;
                /** @description `country:DE` keeps, `country!:DE` drops */
                filter?: string[];
                currency?: string;
                claims?: {
                    googleads?: string;
                    metaads?: string;
                    tiktokads?: string;
                };
                /** @example 100 */
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example sales */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        metric: string;
                        value: string | number | null;
                        contribution: string;
                        denominator?: string;
                        count: number;
                        rows: {
                            bookedAt: string;
                            orderId: string;
                            orderName: string;
                            rowId: string;
                            /** @enum {string} */
                            kind: "order" | "edit" | "refund" | "cancel" | "dispute";
                            /** @enum {string} */
                            side: "sale" | "return";
                            /** @enum {string} */
                            lineType: "product" | "gift_card" | "shipping" | "charge" | "tip" | "adjustment";
                            productId: string;
                            variantId: string;
                            sku: string;
                            title: string;
                            quantity: string;
                            gross: string;
                            discount: string;
                            tax: string;
                            orderCurrency: string;
                            orderStatus: string;
                            /** @enum {string} */
                            customerClass: "none" | "new" | "returning" | "unidentified";
                            contribution: string;
                            denominator?: string;
                        }[];
                        ads?: {
                            day: string;
                            platform: string;
                            channel: string;
                            accountId: string;
                            campaignId: string;
                            campaignName: string;
                            adSetId: string;
                            adSetName: string;
                            adId: string;
                            adName: string;
                            currency: string;
                            spend: string;
                            impressions: number;
                            clicks: number;
                            views: number;
                            purchases: string;
                            purchaseValue: string;
                            contribution: string | null;
                            denominator?: string | null;
                        }[];
                        cursor?: string;
                        claims?: {
                            [key: string]: {
                                key: string;
                                label: string;
                            };
                        };
                        warnings: string[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "profit.explain": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2025-03-10",
                 *       "to": "2025-03-12",
                 *       "compare": "previous_period"
                 *     }
                 */
                "application/json": {
                    from: string;
                    to: string;
                    compare: ("previous_period" | "previous_year") | {
                        from: string;
                        to: string;
                    };
                    alignWeekdays?: boolean;
                    filters?: {
                        dimension: string;
                        /** @enum {string} */
                        operator: "is" | "is_not";
                        values: string[];
                    }[];
                    currency?: string;
                    /** @enum {string} */
                    of?: "netProfit" | "cm3" | "cm2" | "cm1" | "grossProfit";
                    by?: ("product" | "sales_channel" | "customer_class")[];
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        range: {
                            from: string;
                            to: string;
                        };
                        before: {
                            from: string;
                            to: string;
                        };
                        currency: string;
                        of: ("netProfit" | "cm3" | "cm2" | "cm1" | "grossProfit") | null;
                        ladder: {
                            now: string | null;
                            before: string | null;
                            change: string | null;
                            /** @enum {string} */
                            metric: "netSales" | "sharedCharges" | "productRevenue" | "cogs" | "grossProfit" | "cm1" | "handlingCost" | "shippingCost" | "gatewayFees" | "returnCosts" | "orderExpenses" | "cm2" | "blendedAdSpend" | "totalMarketingSpend" | "cm3" | "expenses" | "netProfit";
                        }[];
                        causes: {
                            /** @enum {string} */
                            cause: "orders" | "basket" | "margin" | "charges" | "variable" | "marketing" | "fixed";
                            metric: string;
                            amount: string;
                        }[];
                        by: {
                            /** @enum {string} */
                            dimension: "product" | "sales_channel" | "customer_class";
                            rows: {
                                now: string;
                                before: string;
                                change: string;
                                value: string;
                                name?: string;
                                causes: {
                                    /** @enum {string} */
                                    cause: "orders" | "basket" | "margin" | "charges" | "variable" | "marketing" | "fixed";
                                    metric: string;
                                    amount: string;
                                }[];
                            }[];
                            rest: {
                                now: string;
                                before: string;
                                change: string;
                                rows: number;
                            };
                        }[];
                        partial: boolean;
                        bounds: {
                            /** @enum {string} */
                            now: "exact" | "about" | "at_most" | "at_least";
                            /** @enum {string} */
                            before: "exact" | "about" | "at_most" | "at_least";
                        };
                        warnings: string[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.goods": {
        parameters: {
            query: {
                /** @example 2025-03-10 */
                from: string;
                /** @example 2025-03-12 */
                to: string;
                only?: "unknown" | "assumed" | "changed" | "below";
                below?: number;
                search?: string;
                /** @example 100 */
                limit?: number;
                skip?: number;
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currency: string;
                        latest: string | null;
                        total: number;
                        rows: {
                            variant: string;
                            product: string;
                            title: string;
                            sku: string;
                            units: string;
                            net: string;
                            unknown: string;
                            assumed: string;
                            cost: string;
                            now: {
                                /** @enum {string} */
                                scope: "variant" | "product" | "supplier" | "category" | "shop";
                                ref: string;
                                from: string | null;
                                country: string;
                                minQuantity: number;
                                steps: string;
                                kind: string;
                                amount: string;
                                percent: string;
                                madeOf: {
                                    variant: string;
                                    quantity: number;
                                }[] | null;
                                currency: string;
                                source: string;
                                seenFrom: string | null;
                                note: string;
                            } | null;
                            partsCost: string | null;
                            otherwise: {
                                /** @enum {string} */
                                scope: "variant" | "product" | "supplier" | "category" | "shop";
                                ref: string;
                                from: string | null;
                                country: string;
                                minQuantity: number;
                                steps: string;
                                kind: string;
                                amount: string;
                                percent: string;
                                madeOf: {
                                    variant: string;
                                    quantity: number;
                                }[] | null;
                                currency: string;
                                source: string;
                                seenFrom: string | null;
                                note: string;
                            } | null;
                            entries: {
                                /** @enum {string} */
                                scope: "variant" | "product" | "supplier" | "category" | "shop";
                                ref: string;
                                from: string | null;
                                country: string;
                                minQuantity: number;
                                steps: string;
                                kind: string;
                                amount: string;
                                percent: string;
                                madeOf: {
                                    variant: string;
                                    quantity: number;
                                }[] | null;
                                currency: string;
                                source: string;
                                seenFrom: string | null;
                                note: string;
                            }[];
                        }[];
                        general: {
                            /** @enum {string} */
                            scope: "variant" | "product" | "supplier" | "category" | "shop";
                            ref: string;
                            from: string | null;
                            country: string;
                            minQuantity: number;
                            steps: string;
                            kind: string;
                            amount: string;
                            percent: string;
                            madeOf: {
                                variant: string;
                                quantity: number;
                            }[] | null;
                            currency: string;
                            source: string;
                            seenFrom: string | null;
                            note: string;
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.goods.save": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entries": [
                 *         {
                 *           "scope": "shop",
                 *           "kind": "percent",
                 *           "percent": "40"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @example [
                     *       {
                     *         "scope": "variant",
                     *         "ref": "1001",
                     *         "amount": "4.20",
                     *         "from": "2026-03-01"
                     *       }
                     *     ]
                     * @example [
                     *       {
                     *         "scope": "variant",
                     *         "ref": "2002",
                     *         "kind": "madeOf",
                     *         "madeOf": [
                     *           {
                     *             "variant": "1001",
                     *             "quantity": 2
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    entries?: {
                        [key: string]: unknown;
                    }[];
                    remove?: {
                        [key: string]: unknown;
                    }[];
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.timeLine": {
        parameters: {
            query: {
                variant: string;
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        variant: string;
                        product: string;
                        title: string;
                        sku: string;
                        currency: string;
                        latest: string | null;
                        entries: {
                            /** @enum {string} */
                            scope: "variant" | "product" | "supplier" | "category" | "shop";
                            ref: string;
                            from: string | null;
                            country: string;
                            minQuantity: number;
                            steps: string;
                            kind: string;
                            amount: string;
                            percent: string;
                            madeOf: {
                                variant: string;
                                quantity: number;
                            }[] | null;
                            currency: string;
                            source: string;
                            seenFrom: string | null;
                            note: string;
                            isNow: boolean;
                            partsCost: string | null;
                        }[];
                        parts: {
                            variant: string;
                            sku: string;
                            title: string;
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.parts": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "search": "tea"
                 *     }
                 */
                "application/json": {
                    /**
                     * @default
                     * @example tea
                     */
                    search?: string;
                    /**
                     * @example [
                     *       {
                     *         "variant": "1001",
                     *         "quantity": 2
                     *       }
                     *     ]
                     */
                    madeOf?: {
                        variant: string;
                        quantity: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currency: string;
                        found: {
                            variant: string;
                            sku: string;
                            title: string;
                            cost: string | null;
                        }[];
                        parts: {
                            variant: string;
                            sku: string;
                            title: string;
                            cost: string | null;
                            quantity: number;
                        }[];
                        cost: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.tryShipping": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "country": "DE",
                 *       "grams": 2300,
                 *       "pieces": 2
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Two letters; empty: anywhere
                     * @default
                     * @example AT
                     */
                    country?: string;
                    /** @default  */
                    region?: string;
                    /**
                     * @description Of all pieces; null: nobody weighed them
                     * @default null
                     * @example 2300
                     */
                    grams?: number | null;
                    /**
                     * @default 1
                     * @example 2
                     */
                    pieces?: number;
                    /**
                     * @default
                     * @example flat_rate
                     */
                    method?: string;
                    charged?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currency: string;
                        amount: string | null;
                        /** @enum {string} */
                        state: "none" | "exact" | "assumed" | "unknown";
                        rule: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.shippingMethods": {
        parameters: {
            query: {
                /** @example 2025-03-10 */
                from: string;
                /** @example 2025-03-12 */
                to: string;
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currency: string;
                        rows: {
                            country: string;
                            method: string;
                            orders: number;
                            charged: string;
                            cost: string;
                            margin: string;
                            assumed: number;
                            unknown: number;
                            /** @enum {string} */
                            bound: "exact" | "about" | "at_most";
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.rules": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        latest: string | null;
                        rules: {
                            id: string;
                            /** @enum {string} */
                            kind: "fee" | "shipping" | "handling" | "return" | "expense" | "feeMeta" | "labelMeta";
                            body: {
                                [key: string]: unknown;
                            };
                        }[];
                        settings: {
                            /**
                             * @default order
                             * @enum {string}
                             */
                            whoDecides: "order" | "entries";
                            /** @default false */
                            restockDefault: boolean;
                            /** @default {} */
                            groups: {
                                [key: string]: unknown[];
                            };
                            /** @default null */
                            defaultGrams: number | null;
                            /** @default null */
                            closedThrough: string | null;
                        };
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.preview": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "change": {
                 *         "goods": {
                 *           "entries": [
                 *             {
                 *               "scope": "shop",
                 *               "kind": "percent",
                 *               "percent": "40"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    change: {
                        goods: {
                            entries?: {
                                /** @enum {string} */
                                scope: "variant" | "product" | "supplier" | "category" | "shop";
                                /** @default  */
                                ref?: string;
                                /** @default null */
                                from?: string | null;
                                /** @default  */
                                country?: string;
                                /** @default 1 */
                                minQuantity?: number;
                                /**
                                 * @default whole
                                 * @enum {string}
                                 */
                                steps?: "whole" | "graduated";
                                /**
                                 * @default amount
                                 * @enum {string}
                                 */
                                kind?: "amount" | "percent" | "madeOf";
                                amount?: string;
                                percent?: string;
                                madeOf?: {
                                    variant: string;
                                    quantity: number;
                                }[];
                                currency?: string;
                                /** @default  */
                                note?: string;
                            }[];
                            remove?: {
                                /** @enum {string} */
                                scope: "variant" | "product" | "supplier" | "category" | "shop";
                                /** @default  */
                                ref?: string;
                                /** @default null */
                                from?: string | null;
                                /** @default  */
                                country?: string;
                                /** @default 1 */
                                minQuantity?: number;
                                /**
                                 * @default entered
                                 * @enum {string}
                                 */
                                source?: "entered" | "file" | "api";
                            }[];
                        };
                    } | {
                        rule: {
                            /** Format: uuid */
                            id?: string;
                            /** @enum {string} */
                            kind: "fee" | "shipping" | "handling" | "return" | "expense" | "feeMeta" | "labelMeta";
                            body: {
                                [key: string]: unknown;
                            };
                        };
                    } | {
                        /** Format: uuid */
                        removeRule: string;
                        /**
                         * @default ever
                         * @enum {string}
                         */
                        from?: "today" | "ever";
                    } | {
                        settings: {
                            [key: string]: unknown;
                        };
                    } | {
                        /** Format: uuid */
                        undo: string;
                    } | {
                        file: {
                            /** @default file.csv */
                            name?: string;
                            /** @enum {string} */
                            kind?: "goods" | "fees" | "shipping" | "handling" | "expenses" | "order-lines" | "order-shipping" | "order-fees" | "disputes";
                            content: string | unknown | unknown;
                        };
                    } | {
                        orders: {
                            entries?: ({
                                order: string;
                                /** @enum {string} */
                                part: "line" | "label" | "fee";
                                /** @default  */
                                ref?: string;
                                currency?: string;
                                /** @default  */
                                note?: string;
                                amount: string;
                                /**
                                 * @default line
                                 * @enum {string}
                                 */
                                per?: "line" | "piece";
                            } | {
                                order: string;
                                /** @constant */
                                part: "dispute";
                                /** @default  */
                                ref?: string;
                                currency?: string;
                                /** @default  */
                                note?: string;
                                amount?: string | null;
                                fee?: string | null;
                                began: string;
                                /** @default null */
                                ended?: string | null;
                                /**
                                 * @default lost
                                 * @enum {string}
                                 */
                                outcome?: "open" | "lost" | "won";
                            })[];
                            /** @default [] */
                            remove?: {
                                order: string;
                                /** @enum {string} */
                                part: "line" | "label" | "fee" | "dispute";
                                /** @default  */
                                ref?: string;
                            }[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        orders: number;
                        lines: number;
                        from: string | null;
                        to: string | null;
                        currency: string;
                        profitBefore: string | null;
                        profitAfter: string | null;
                        delta: string;
                        byMonth: {
                            month: string;
                            delta: string;
                            before: string | null;
                            after: string | null;
                        }[];
                        coverageBefore: {
                            goods: {
                                exact: string;
                                assumed: string;
                                unknown: string;
                            } | null;
                            fees: {
                                exact: string;
                                assumed: string;
                                unknown: string;
                            } | null;
                            shipping: {
                                exact: string;
                                assumed: string;
                                unknown: string;
                            } | null;
                        } | null;
                        coverageAfter: {
                            goods: {
                                exact: string;
                                assumed: string;
                                unknown: string;
                            } | null;
                            fees: {
                                exact: string;
                                assumed: string;
                                unknown: string;
                            } | null;
                            shipping: {
                                exact: string;
                                assumed: string;
                                unknown: string;
                            } | null;
                        } | null;
                        examples: {
                            order: string;
                            name: string;
                            delta: string;
                        }[];
                        closed: boolean;
                        pending: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.changes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            id: string;
                            /** Format: date-time */
                            at: string;
                            by: string | null;
                            what: string;
                            reason: string;
                            orders: number;
                            from: string | null;
                            to: string | null;
                            delta: string;
                            undone: boolean;
                            isUndo: boolean;
                            preview: {
                                orders: number;
                                lines: number;
                                from: string | null;
                                to: string | null;
                                currency: string;
                                profitBefore: string | null;
                                profitAfter: string | null;
                                delta: string;
                                byMonth: {
                                    month: string;
                                    delta: string;
                                    before: string | null;
                                    after: string | null;
                                }[];
                                coverageBefore: {
                                    goods: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                    fees: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                    shipping: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                } | null;
                                coverageAfter: {
                                    goods: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                    fees: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                    shipping: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                } | null;
                                examples: {
                                    order: string;
                                    name: string;
                                    delta: string;
                                }[];
                                closed: boolean;
                                pending: boolean;
                            } | null;
                        }[];
                        restating: boolean;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.save": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "change": {
                 *         "goods": {
                 *           "entries": [
                 *             {
                 *               "scope": "shop",
                 *               "kind": "percent",
                 *               "percent": "40"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    change: {
                        goods: {
                            entries?: {
                                /** @enum {string} */
                                scope: "variant" | "product" | "supplier" | "category" | "shop";
                                /** @default  */
                                ref?: string;
                                /** @default null */
                                from?: string | null;
                                /** @default  */
                                country?: string;
                                /** @default 1 */
                                minQuantity?: number;
                                /**
                                 * @default whole
                                 * @enum {string}
                                 */
                                steps?: "whole" | "graduated";
                                /**
                                 * @default amount
                                 * @enum {string}
                                 */
                                kind?: "amount" | "percent" | "madeOf";
                                amount?: string;
                                percent?: string;
                                madeOf?: {
                                    variant: string;
                                    quantity: number;
                                }[];
                                currency?: string;
                                /** @default  */
                                note?: string;
                            }[];
                            remove?: {
                                /** @enum {string} */
                                scope: "variant" | "product" | "supplier" | "category" | "shop";
                                /** @default  */
                                ref?: string;
                                /** @default null */
                                from?: string | null;
                                /** @default  */
                                country?: string;
                                /** @default 1 */
                                minQuantity?: number;
                                /**
                                 * @default entered
                                 * @enum {string}
                                 */
                                source?: "entered" | "file" | "api";
                            }[];
                        };
                    } | {
                        rule: {
                            /** Format: uuid */
                            id?: string;
                            /** @enum {string} */
                            kind: "fee" | "shipping" | "handling" | "return" | "expense" | "feeMeta" | "labelMeta";
                            body: {
                                [key: string]: unknown;
                            };
                        };
                    } | {
                        /** Format: uuid */
                        removeRule: string;
                        /**
                         * @default ever
                         * @enum {string}
                         */
                        from?: "today" | "ever";
                    } | {
                        settings: {
                            [key: string]: unknown;
                        };
                    } | {
                        /** Format: uuid */
                        undo: string;
                    } | {
                        file: {
                            /** @default file.csv */
                            name?: string;
                            /** @enum {string} */
                            kind?: "goods" | "fees" | "shipping" | "handling" | "expenses" | "order-lines" | "order-shipping" | "order-fees" | "disputes";
                            content: string | unknown | unknown;
                        };
                    } | {
                        orders: {
                            entries?: ({
                                order: string;
                                /** @enum {string} */
                                part: "line" | "label" | "fee";
                                /** @default  */
                                ref?: string;
                                currency?: string;
                                /** @default  */
                                note?: string;
                                amount: string;
                                /**
                                 * @default line
                                 * @enum {string}
                                 */
                                per?: "line" | "piece";
                            } | {
                                order: string;
                                /** @constant */
                                part: "dispute";
                                /** @default  */
                                ref?: string;
                                currency?: string;
                                /** @default  */
                                note?: string;
                                amount?: string | null;
                                fee?: string | null;
                                began: string;
                                /** @default null */
                                ended?: string | null;
                                /**
                                 * @default lost
                                 * @enum {string}
                                 */
                                outcome?: "open" | "lost" | "won";
                            })[];
                            /** @default [] */
                            remove?: {
                                order: string;
                                /** @enum {string} */
                                part: "line" | "label" | "fee" | "dispute";
                                /** @default  */
                                ref?: string;
                            }[];
                        };
                    };
                    reason?: string;
                    seen?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "attribution.query": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2025-03-10",
                 *       "to": "2025-03-12",
                 *       "interval": "day",
                 *       "compare": "previous_period"
                 *     }
                 */
                "application/json": {
                    from: string;
                    to: string;
                    /**
                     * @default last_non_direct
                     * @enum {string}
                     */
                    model?: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views" | "survey_blend" | "markov";
                    /**
                     * @description How many days before the order a click may lie, both ends included; null: ever.
                     * @default 28
                     */
                    click_window_days?: (1 | 7 | 14 | 28 | 30 | 60 | 90) | null;
                    /**
                     * @default 1
                     * @enum {number}
                     */
                    view_window_days?: 0 | 1 | 7;
                    /**
                     * @default include
                     * @enum {string}
                     */
                    direct_policy?: "include" | "exclude_unless_only";
                    /**
                     * @default window
                     * @enum {string}
                     */
                    journey_scope?: "window" | "since_previous_order";
                    /** @default 7 */
                    half_life_days?: number;
                    /** @default 1/2 */
                    survey_share?: string;
                    /**
                     * @default linear_all
                     * @enum {string}
                     */
                    survey_base?: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views";
                    /**
                     * @default 1
                     * @enum {number}
                     */
                    markov_order?: 1 | 2 | 3;
                    /**
                     * @default order
                     * @enum {string}
                     */
                    date?: "order" | "touch";
                    /**
                     * @default order_date
                     * @enum {string}
                     */
                    refund_basis?: "order_date" | "refund_date";
                    /**
                     * @default orderRevenue
                     * @enum {string}
                     */
                    value?: "orderRevenue" | "goods";
                    /**
                     * @default all
                     * @enum {string}
                     */
                    customers?: "all" | "new" | "returning";
                    currency?: string;
                    /**
                     * @default channel
                     * @enum {string}
                     */
                    level?: "channel" | "campaign" | "adset" | "ad";
                    parent?: {
                        channel?: string;
                        platform?: string;
                        account_id?: string;
                        campaign_id?: string;
                        ad_set_id?: string;
                    };
                    filters?: {
                        channels?: string[];
                        platforms?: string[];
                        search?: string;
                    };
                    /** @default false */
                    contribution?: boolean;
                    compare?: ("previous_period" | "previous_year") | {
                        from: string;
                        to: string;
                    };
                    /** @enum {string} */
                    interval?: "day" | "week" | "month";
                    order?: {
                        /** @enum {string} */
                        by: "revenue" | "net_revenue" | "orders" | "new_orders" | "spend" | "clicks" | "roas" | "cpa" | "cost_per_new_customer" | "credited_cm2" | "profit" | "poas" | "name";
                        /** @enum {string} */
                        direction: "ascending" | "descending";
                    };
                    /** @default 200 */
                    limit?: number;
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        /** @enum {string} */
                        level: "channel" | "campaign" | "adset" | "ad";
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        rows: {
                            spend: string | null;
                            clicks: number | null;
                            orders: string;
                            revenue: string;
                            net_revenue: string;
                            new_orders: string;
                            new_revenue: string;
                            returning_orders: string;
                            roas: string | null;
                            cpa: string | null;
                            cost_per_new_customer: string | null;
                            new_share: string | null;
                            credited_cm2?: string | null;
                            profit?: string | null;
                            poas?: string | null;
                            /** @enum {string} */
                            bound?: "exact" | "about" | "at_most";
                            key: string;
                            channel: string;
                            platform: string | null;
                            account_id: string | null;
                            campaign_id: string | null;
                            ad_set_id: string | null;
                            ad_id: string | null;
                            name: string | null;
                            share: string | null;
                            claimed_orders: string | null;
                            claimed_revenue: string | null;
                            before?: {
                                spend: string | null;
                                clicks: number | null;
                                orders: string;
                                revenue: string;
                                net_revenue: string;
                                new_orders: string;
                                new_revenue: string;
                                returning_orders: string;
                                roas: string | null;
                                cpa: string | null;
                                cost_per_new_customer: string | null;
                                new_share: string | null;
                                credited_cm2?: string | null;
                                profit?: string | null;
                                poas?: string | null;
                                /** @enum {string} */
                                bound?: "exact" | "about" | "at_most";
                            } | null;
                        }[];
                        row_count: number;
                        cursor?: string;
                        not_tracked: {
                            spend: string | null;
                            clicks: number | null;
                            orders: string;
                            revenue: string;
                            net_revenue: string;
                            new_orders: string;
                            new_revenue: string;
                            returning_orders: string;
                            roas: string | null;
                            cpa: string | null;
                            cost_per_new_customer: string | null;
                            new_share: string | null;
                            credited_cm2?: string | null;
                            profit?: string | null;
                            poas?: string | null;
                            /** @enum {string} */
                            bound?: "exact" | "about" | "at_most";
                            share: string | null;
                        };
                        totals: {
                            spend: string | null;
                            clicks: number | null;
                            orders: string;
                            revenue: string;
                            net_revenue: string;
                            new_orders: string;
                            new_revenue: string;
                            returning_orders: string;
                            roas: string | null;
                            cpa: string | null;
                            cost_per_new_customer: string | null;
                            new_share: string | null;
                            credited_cm2?: string | null;
                            profit?: string | null;
                            poas?: string | null;
                            /** @enum {string} */
                            bound?: "exact" | "about" | "at_most";
                        };
                        compare?: {
                            range: {
                                from: string;
                                to: string;
                            };
                            totals: {
                                spend: string | null;
                                clicks: number | null;
                                orders: string;
                                revenue: string;
                                net_revenue: string;
                                new_orders: string;
                                new_revenue: string;
                                returning_orders: string;
                                roas: string | null;
                                cpa: string | null;
                                cost_per_new_customer: string | null;
                                new_share: string | null;
                                credited_cm2?: string | null;
                                profit?: string | null;
                                poas?: string | null;
                                /** @enum {string} */
                                bound?: "exact" | "about" | "at_most";
                            };
                            not_tracked: {
                                spend: string | null;
                                clicks: number | null;
                                orders: string;
                                revenue: string;
                                net_revenue: string;
                                new_orders: string;
                                new_revenue: string;
                                returning_orders: string;
                                roas: string | null;
                                cpa: string | null;
                                cost_per_new_customer: string | null;
                                new_share: string | null;
                                credited_cm2?: string | null;
                                profit?: string | null;
                                poas?: string | null;
                                /** @enum {string} */
                                bound?: "exact" | "about" | "at_most";
                                share: string | null;
                            };
                        };
                        series?: {
                            at: string;
                            spend: string | null;
                            orders: string;
                            revenue: string;
                            net_revenue: string;
                            new_orders: string;
                            not_tracked: string;
                            channels: {
                                [key: string]: string;
                            };
                            incomplete: boolean;
                        }[];
                        closing: {
                            /** @enum {string} */
                            metric: "orderRevenue" | "goods";
                            booked: string;
                            credited: string;
                            not_tracked: string;
                            cancelled: string;
                            other_days: string;
                            other_touch_days: string;
                            pending: string;
                            contribution?: {
                                /** @constant */
                                metric: "cm2";
                                booked: string;
                                credited: string;
                                not_tracked: string;
                                cancelled: string;
                                other_days: string;
                                other_touch_days: string;
                                pending: string;
                            };
                            refunds?: {
                                /** @enum {string} */
                                metric: "returns" | "returnsProducts";
                                booked: string;
                                credited: string;
                                not_tracked: string;
                                cancelled: string;
                                beyond_value: string;
                                pending: string;
                            };
                        };
                        tracked_share: {
                            revenue: string | null;
                            orders: string | null;
                        };
                        consent_gap: {
                            orders: number;
                            revenue: string;
                        };
                        left_out: {
                            people: number;
                            orders: number;
                            revenue: string;
                        };
                        incomplete_from: string | null;
                        fit?: {
                            conversions: number;
                            lost: number;
                            is_enough: boolean;
                            sentence: string;
                        };
                        intervals?: {
                            [key: string]: {
                                orders: [
                                    number,
                                    number
                                ];
                                revenue: [
                                    number,
                                    number
                                ];
                            };
                        };
                        freshness: {
                            [key: string]: string;
                        };
                        warnings: string[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "attribution.rows": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2025-03-10",
                 *       "to": "2025-03-12",
                 *       "row": {
                 *         "channel": "direct"
                 *       }
                 *     }
                 */
                "application/json": {
                    from: string;
                    to: string;
                    /**
                     * @default last_non_direct
                     * @enum {string}
                     */
                    model?: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views" | "survey_blend" | "markov";
                    /**
                     * @description How many days before the order a click may lie, both ends included; null: ever.
                     * @default 28
                     */
                    click_window_days?: (1 | 7 | 14 | 28 | 30 | 60 | 90) | null;
                    /**
                     * @default 1
                     * @enum {number}
                     */
                    view_window_days?: 0 | 1 | 7;
                    /**
                     * @default include
                     * @enum {string}
                     */
                    direct_policy?: "include" | "exclude_unless_only";
                    /**
                     * @default window
                     * @enum {string}
                     */
                    journey_scope?: "window" | "since_previous_order";
                    /** @default 7 */
                    half_life_days?: number;
                    /** @default 1/2 */
                    survey_share?: string;
                    /**
                     * @default linear_all
                     * @enum {string}
                     */
                    survey_base?: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views";
                    /**
                     * @default 1
                     * @enum {number}
                     */
                    markov_order?: 1 | 2 | 3;
                    /**
                     * @default order
                     * @enum {string}
                     */
                    date?: "order" | "touch";
                    /**
                     * @default order_date
                     * @enum {string}
                     */
                    refund_basis?: "order_date" | "refund_date";
                    /**
                     * @default orderRevenue
                     * @enum {string}
                     */
                    value?: "orderRevenue" | "goods";
                    /**
                     * @default all
                     * @enum {string}
                     */
                    customers?: "all" | "new" | "returning";
                    currency?: string;
                    row: "not_tracked" | {
                        channel: string;
                        platform?: string;
                        account_id?: string;
                        campaign_id?: string;
                        ad_set_id?: string;
                        ad_id?: string;
                    };
                    /** @default 50 */
                    limit?: number;
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currency: string;
                        model: string;
                        orders: string;
                        revenue: string;
                        net_revenue: string;
                        count: number;
                        rows: {
                            order_id: string;
                            order_name: string;
                            placed_at: string;
                            /** @enum {string} */
                            customer_class: "none" | "new" | "returning" | "unidentified";
                            value: string;
                            orders: string;
                            revenue: string;
                            net_revenue: string;
                            touches: number;
                        }[];
                        cursor?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "attribution.report": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2025-03-10",
                 *       "to": "2025-03-12",
                 *       "report": "models"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    report: "models" | "path_length" | "time_lag" | "assists" | "top_paths" | "overlap" | "openers" | "transitions" | "conversion_rate" | "cohorts" | "claims";
                    from: string;
                    to: string;
                    /**
                     * @default last_non_direct
                     * @enum {string}
                     */
                    model?: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views" | "survey_blend" | "markov";
                    /**
                     * @description How many days before the order a click may lie, both ends included; null: ever.
                     * @default 28
                     */
                    click_window_days?: (1 | 7 | 14 | 28 | 30 | 60 | 90) | null;
                    /**
                     * @default 1
                     * @enum {number}
                     */
                    view_window_days?: 0 | 1 | 7;
                    /**
                     * @default include
                     * @enum {string}
                     */
                    direct_policy?: "include" | "exclude_unless_only";
                    /**
                     * @default window
                     * @enum {string}
                     */
                    journey_scope?: "window" | "since_previous_order";
                    /** @default 7 */
                    half_life_days?: number;
                    /** @default 1/2 */
                    survey_share?: string;
                    /**
                     * @default linear_all
                     * @enum {string}
                     */
                    survey_base?: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views";
                    /**
                     * @default 1
                     * @enum {number}
                     */
                    markov_order?: 1 | 2 | 3;
                    /**
                     * @default order
                     * @enum {string}
                     */
                    date?: "order" | "touch";
                    /**
                     * @default order_date
                     * @enum {string}
                     */
                    refund_basis?: "order_date" | "refund_date";
                    /**
                     * @default orderRevenue
                     * @enum {string}
                     */
                    value?: "orderRevenue" | "goods";
                    /**
                     * @default all
                     * @enum {string}
                     */
                    customers?: "all" | "new" | "returning";
                    currency?: string;
                    /**
                     * @default [
                     *       "last_non_direct",
                     *       "linear_all",
                     *       "shapley"
                     *     ]
                     */
                    models?: ("first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views" | "survey_blend" | "markov")[];
                    /** @default 50 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        warnings: string[];
                        /** @constant */
                        report: "models";
                        models: {
                            model: string;
                            orders: string;
                            revenue: string;
                            fit?: {
                                conversions: number;
                                lost: number;
                                is_enough: boolean;
                                sentence: string;
                            };
                        }[];
                        rows: {
                            channel: string;
                            spend: string | null;
                            cells: {
                                orders: string;
                                revenue: string;
                                roas: string | null;
                                change: string | null;
                            }[];
                            spread: string;
                        }[];
                    } | {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        warnings: string[];
                        /** @constant */
                        report: "path_length";
                        rows: {
                            orders: number;
                            revenue: string;
                            touches: number;
                        }[];
                        median: number | null;
                    } | {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        warnings: string[];
                        /** @constant */
                        report: "time_lag";
                        first: {
                            orders: number;
                            revenue: string;
                            days: number;
                        }[];
                        last: {
                            orders: number;
                            revenue: string;
                            days: number;
                        }[];
                        median_first: number | null;
                        median_last: number | null;
                    } | {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        warnings: string[];
                        /** @constant */
                        report: "assists";
                        rows: {
                            channel: string;
                            assisted: {
                                orders: number;
                                revenue: string;
                            };
                            last: {
                                orders: number;
                                revenue: string;
                            };
                            first: {
                                orders: number;
                                revenue: string;
                            };
                            ratio: string | null;
                        }[];
                    } | {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        warnings: string[];
                        /** @constant */
                        report: "top_paths";
                        rows: {
                            orders: number;
                            revenue: string;
                            steps: string[];
                            text: string;
                            median_days: number;
                        }[];
                        count: number;
                    } | {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        warnings: string[];
                        /** @constant */
                        report: "overlap";
                        channels: {
                            channel: string;
                            orders: number;
                            exclusive: number;
                        }[];
                        pairs: {
                            a: string;
                            b: string;
                            both: number;
                            of_a: string;
                            of_b: string;
                            jaccard: string;
                        }[];
                    } | {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        warnings: string[];
                        /** @constant */
                        report: "openers";
                        rows: {
                            channel: string;
                            first: {
                                orders: number;
                                revenue: string;
                            };
                            last: {
                                orders: number;
                                revenue: string;
                            };
                            places: {
                                place: number;
                                orders: number;
                                revenue: number;
                            }[];
                        }[];
                    } | {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        warnings: string[];
                        /** @constant */
                        report: "transitions";
                        states: {
                            state: string;
                            journeys: number;
                        }[];
                        edges: {
                            from: string;
                            to: string;
                            journeys: number;
                            share: number;
                        }[];
                        fit: {
                            conversions: number;
                            lost: number;
                            is_enough: boolean;
                            sentence: string;
                        };
                    } | {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        warnings: string[];
                        /** @constant */
                        report: "conversion_rate";
                        /** @enum {string} */
                        form: "conversion_rate" | "closed";
                        reason: string | null;
                        days: {
                            from: string;
                            to: string;
                        };
                        journeys: number;
                        rows: {
                            channels: string[];
                            journeys: number;
                            effect: number | null;
                            orders: number | null;
                        }[];
                    } | {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        warnings: string[];
                        /** @constant */
                        report: "cohorts";
                        rows: {
                            channel: string;
                            customers: string;
                            after: {
                                days: number;
                                orders: string | null;
                                revenue: string | null;
                                net_revenue: string | null;
                                is_complete: boolean;
                            }[];
                        }[];
                    } | {
                        range: {
                            from: string;
                            to: string;
                        };
                        timezone: string;
                        currency: string;
                        model: string;
                        config: {
                            click_window_days: number | null;
                            view_window_days: number;
                            /** @enum {string} */
                            direct_policy: "include" | "exclude_unless_only";
                            /** @enum {string} */
                            journey_scope: "window" | "since_previous_order";
                            half_life_days: number;
                            survey_share: string;
                            survey_base: string;
                            markov_order: number;
                            /** @enum {string} */
                            date: "order" | "touch";
                            /** @enum {string} */
                            refund_basis: "order_date" | "refund_date";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            customers: "all" | "new" | "returning";
                        };
                        warnings: string[];
                        /** @constant */
                        report: "claims";
                        orders: number;
                        revenue: string;
                        platforms: {
                            platform: string;
                            spend: string | null;
                            claimed_orders: string | null;
                            claimed_revenue: string | null;
                            own_claim_orders: number;
                            own_claim_revenue: string;
                            credited_orders: string;
                            credited_revenue: string;
                            claim_ratio: string | null;
                            explained: string | null;
                            claimed_by_click: string | null;
                            claimed_by_view: string | null;
                        }[];
                        claimed_orders: string | null;
                        over_claim: string | null;
                        claimed_by_several: {
                            orders: number;
                            revenue: string;
                        };
                        reasons: {
                            /** @enum {string} */
                            key: "date" | "window" | "views" | "modelling";
                            sentence: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "tracking.ads": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example googleads */
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: string;
                        to: string;
                        ads: {
                            accountId: string;
                            campaignId: string;
                            adSetId: string;
                            adId: string;
                            name: string;
                            campaignName: string;
                            kind: string;
                            status: string;
                            spend: string;
                            currency: string;
                            landingUrl: string;
                            urlTags: string;
                            managerUrl: string | null;
                        }[];
                        count: number;
                        visits: {
                            paid: number;
                            withClickId: number;
                            ad: number;
                            adSet: number;
                            campaign: number;
                            name: number;
                            platform: number;
                            none: number;
                        };
                        unfilled: {
                            visits: number;
                            parameters: {
                                name: string;
                                found: string;
                                visits: number;
                            }[];
                        };
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "survey.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        enabled: boolean;
                        question: {
                            version: number;
                            text: string;
                            options: {
                                id: string;
                                label: string;
                            }[];
                            allowsOther: boolean;
                        };
                        mappings: {
                            answer: string;
                            label: string;
                            channel: string;
                            platform: string;
                        }[];
                        channels: string[];
                        key: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "survey.save": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "text": "Who told you?",
                 *       "options": [
                 *         {
                 *           "label": "A friend"
                 *         },
                 *         {
                 *           "label": "A podcast"
                 *         }
                 *       ],
                 *       "allowsOther": true
                 *     }
                 */
                "application/json": {
                    enabled: boolean;
                    text: string;
                    options: {
                        id?: string;
                        label: string;
                    }[];
                    allowsOther: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        enabled: boolean;
                        question: {
                            version: number;
                            text: string;
                            options: {
                                id: string;
                                label: string;
                            }[];
                            allowsOther: boolean;
                        };
                        mappings: {
                            answer: string;
                            label: string;
                            channel: string;
                            platform: string;
                        }[];
                        channels: string[];
                        key: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "survey.mappings": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mappings": [
                 *         {
                 *           "answer": "other",
                 *           "channel": "referral"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    mappings: {
                        answer: string;
                        channel: string;
                        platform?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        enabled: boolean;
                        question: {
                            version: number;
                            text: string;
                            options: {
                                id: string;
                                label: string;
                            }[];
                            allowsOther: boolean;
                        };
                        mappings: {
                            answer: string;
                            label: string;
                            channel: string;
                            platform: string;
                        }[];
                        channels: string[];
                        key: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "survey.report": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2025-03-10",
                 *       "to": "2025-03-12"
                 *     }
                 */
                "application/json": {
                    from: string;
                    to: string;
                    version?: number;
                    /**
                     * @default last_non_direct
                     * @enum {string}
                     */
                    model?: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views" | "survey_blend" | "markov";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: string;
                        to: string;
                        version: number;
                        model: string;
                        versions: {
                            version: number;
                            text: string;
                            from: string;
                            to: string | null;
                            answers: number;
                        }[];
                        orders: number;
                        answers: number;
                        skipped: number;
                        responseRate: number | null;
                        rows: {
                            answer: string;
                            label: string;
                            channel: string;
                            platform: string;
                            answers: number;
                            share: number | null;
                            low: number | null;
                            high: number | null;
                            extrapolatedOrders: number | null;
                            extrapolatedLow: number | null;
                            extrapolatedHigh: number | null;
                            attributedShare: number | null;
                            gap: number | null;
                        }[];
                        channels: {
                            channel: string;
                            answers: number;
                            share: number | null;
                            low: number | null;
                            high: number | null;
                            extrapolatedOrders: number | null;
                            extrapolatedLow: number | null;
                            extrapolatedHigh: number | null;
                            attributedShare: number | null;
                            gap: number | null;
                        }[];
                        others: {
                            text: string;
                            count: number;
                        }[] | null;
                        warnings: string[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "product.list": {
        parameters: {
            query: {
                /** @example 2025-03-10 */
                from: string;
                /** @example 2025-03-12 */
                to: string;
                /** @description `country:DE` keeps, `country!:DE` drops */
                filter?: string[];
                currency?: string;
                sort?: string;
                search?: string;
                /** @example 100 */
                limit?: number;
                cursor?: string;
                model?: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views" | "survey_blend" | "markov";
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: string;
                        to: string;
                        currency: string;
                        totals: {
                            [key: string]: string | number | null;
                        };
                        products: {
                            id: string;
                            title: string;
                            values: {
                                [key: string]: string | number | null;
                            };
                            bounds?: {
                                [key: string]: "exact" | "about" | "at_most" | "at_least";
                            };
                        }[];
                        ads: {
                            /** @enum {string} */
                            model: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views" | "survey_blend" | "markov";
                            spend: string | null;
                            credited: string | null;
                            notAttributable: string | null;
                        } | null;
                        cursor?: string;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "product.get": {
        parameters: {
            query: {
                /** @example 2025-03-10 */
                from: string;
                /** @example 2025-03-12 */
                to: string;
                interval?: "day" | "week" | "month";
                compare?: ("previous_period" | "previous_year") | {
                    from: string;
                    to: string;
                };
                alignWeekdays?: boolean;
                currency?: string;
                model?: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views" | "survey_blend" | "markov";
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        title: string;
                        listing: {
                            status: string;
                            imageUrl: string | null;
                            categories: string[];
                            supplier: string | null;
                        } | null;
                        figures: {
                            range: {
                                from: string;
                                to: string;
                            };
                            timezone: string;
                            currency: string;
                            totals: {
                                [key: string]: string | number | null;
                            };
                            partial: boolean;
                            partialMetrics?: string[];
                            quality?: {
                                [key: string]: {
                                    /** @enum {string} */
                                    bound: "exact" | "about" | "at_most" | "at_least";
                                    goods?: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                    fees?: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                    shipping?: {
                                        exact: string;
                                        assumed: string;
                                        unknown: string;
                                    } | null;
                                };
                            };
                            compare?: {
                                range: {
                                    from: string;
                                    to: string;
                                };
                                totals: {
                                    [key: string]: string | number | null;
                                };
                                partial: boolean;
                                partialMetrics?: string[];
                                quality?: {
                                    [key: string]: {
                                        /** @enum {string} */
                                        bound: "exact" | "about" | "at_most" | "at_least";
                                        goods?: {
                                            exact: string;
                                            assumed: string;
                                            unknown: string;
                                        } | null;
                                        fees?: {
                                            exact: string;
                                            assumed: string;
                                            unknown: string;
                                        } | null;
                                        shipping?: {
                                            exact: string;
                                            assumed: string;
                                            unknown: string;
                                        } | null;
                                    };
                                };
                                changes: {
                                    [key: string]: {
                                        relative: string | null;
                                        isNew: boolean;
                                    };
                                };
                                series?: {
                                    at: string;
                                    values: {
                                        [key: string]: string | number | null;
                                    };
                                    bounds?: {
                                        [key: string]: "exact" | "about" | "at_most" | "at_least";
                                    };
                                }[];
                            };
                            series?: {
                                at: string;
                                values: {
                                    [key: string]: string | number | null;
                                };
                                bounds?: {
                                    [key: string]: "exact" | "about" | "at_most" | "at_least";
                                };
                            }[];
                            rows?: {
                                dimensions: {
                                    [key: string]: string;
                                };
                                names?: {
                                    [key: string]: string;
                                };
                                values: {
                                    [key: string]: string | number | null;
                                };
                                bounds?: {
                                    [key: string]: "exact" | "about" | "at_most" | "at_least";
                                };
                                before?: {
                                    [key: string]: string | number | null;
                                };
                                course?: (string | number | null)[];
                            }[];
                            overlapping?: string[];
                            cursor?: string;
                            freshness: {
                                [key: string]: string;
                            };
                            /** @constant */
                            restating?: true;
                            claims?: {
                                [key: string]: {
                                    key: string;
                                    label: string;
                                };
                            };
                            maturing?: {
                                from: string;
                                platforms: string[];
                                since: {
                                    [key: string]: string;
                                };
                            };
                            warnings: string[];
                        };
                        ads: {
                            /** @enum {string} */
                            model: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views" | "survey_blend" | "markov";
                            credited: string | null;
                            contribution?: string | null;
                            /** @enum {string} */
                            bound?: "exact" | "about" | "at_most" | "at_least";
                        };
                        variants: {
                            id: string;
                            title: string;
                            sku: string;
                            price: string | null;
                            values: {
                                [key: string]: string | number | null;
                            };
                            bounds?: {
                                [key: string]: "exact" | "about" | "at_most" | "at_least";
                            };
                        }[];
                        costs: {
                            /** @enum {string} */
                            scope: "variant" | "product" | "supplier" | "category" | "shop";
                            ref: string;
                            from: string | null;
                            country: string;
                            minQuantity: number;
                            steps: string;
                            kind: string;
                            amount: string;
                            percent: string;
                            madeOf: {
                                variant: string;
                                quantity: number;
                            }[] | null;
                            currency: string;
                            source: string;
                            seenFrom: string | null;
                            note: string;
                        }[];
                        boughtWith: {
                            id: string;
                            title: string;
                            orders: number;
                            lift: string;
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "order.list": {
        parameters: {
            query: {
                /** @example 2025-03-10 */
                from: string;
                /** @example 2025-03-12 */
                to: string;
                /** @description `country:DE` keeps, `country!:DE` drops */
                filter?: string[];
                only?: "below_zero" | "cost_unknown" | "given_back";
                search?: string;
                /** @example 100 */
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currency: string;
                        orders: {
                            id: string;
                            name: string;
                            placedAt: string;
                            status: string;
                            salesChannel: string;
                            country: string;
                            gateway: string;
                            /** @enum {string} */
                            customerClass: "none" | "new" | "returning" | "unidentified";
                            units: string;
                            paid: string;
                            returned: string;
                            netRevenue: string;
                            cogs: string | null;
                            cm2: string | null;
                            margin: string | null;
                            bound: ("exact" | "about" | "at_most") | null;
                        }[];
                        cursor?: string;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "order.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        status: string;
                        standing: string;
                        placedAt: string;
                        paidAt: string | null;
                        cancelledAt: string | null;
                        updatedAt: string;
                        currency: string;
                        total: string | null;
                        country: string | null;
                        region: string | null;
                        gateway: string | null;
                        salesChannel: string | null;
                        coupons: string[];
                        tags: string[];
                        source: string;
                        counted: boolean;
                        uncountedReason: string | null;
                        customerClass: ("none" | "new" | "returning" | "unidentified") | null;
                        refunds: {
                            id: string;
                            at: string;
                            amount: string;
                            reason: string;
                        }[];
                        disputes: {
                            id: string;
                            at: string;
                            amount: string | null;
                            /** @enum {string} */
                            outcome: "open" | "lost" | "won";
                            wonAt: string | null;
                        }[];
                        rows: {
                            rowId: string;
                            bookedAt: string;
                            /** @enum {string} */
                            kind: "order" | "edit" | "refund" | "cancel" | "dispute";
                            /** @enum {string} */
                            side: "sale" | "return";
                            /** @enum {string} */
                            lineType: "product" | "gift_card" | "shipping" | "charge" | "tip" | "adjustment";
                            productId: string;
                            variantId: string;
                            sku: string;
                            title: string;
                            quantity: string;
                            gross: string;
                            discount: string;
                            tax: string;
                            cost: string | null;
                            /** @enum {string} */
                            costState: "none" | "exact" | "assumed" | "unknown";
                        }[];
                        profit: {
                            paid: string;
                            returned: string;
                            tax: string;
                            notRevenue: string;
                            netRevenue: string;
                            cogs: string;
                            handlingCost: string;
                            shippingCost: string;
                            gatewayFees: string;
                            returnCosts: string;
                            orderExpenses: string;
                            cm2: string;
                            /** @enum {string} */
                            bound: "exact" | "about" | "at_most";
                        } | null;
                        costs: {
                            /** @enum {string} */
                            part: "goods" | "fee" | "shipping" | "handling" | "return" | "expense";
                            event: string;
                            line: string;
                            amount: string;
                            /** @enum {string} */
                            state: "none" | "exact" | "assumed" | "unknown";
                            source: string;
                            rule: string;
                        }[];
                        attribution: {
                            orderId: string;
                            orderName: string;
                            placedAt: string;
                            currency: string;
                            /** @enum {string} */
                            person: "customer" | "device" | "nobody";
                            cancelled: boolean;
                            consentGap: boolean;
                            previousOrderAt: string | null;
                            milestoneAt: string | null;
                            survey: string | null;
                            value: string;
                            net: string;
                            touches: {
                                id: string;
                                at: string;
                                /** @enum {string} */
                                kind: "click" | "view" | "engaged_view";
                                channel: string;
                                channelByRule: string;
                                paid: boolean;
                                platform: string;
                                accountId: string;
                                campaign: {
                                    id: string;
                                    name: string;
                                };
                                adSet: {
                                    id: string;
                                    name: string;
                                };
                                ad: {
                                    id: string;
                                    name: string;
                                };
                                joined: string;
                                source: string;
                                medium: string;
                                term: string;
                                url: string;
                                referrer: string;
                                evidence: string;
                                /** @enum {string} */
                                origin: "pixel" | "server" | "order" | "import" | "gone";
                                ineligible: ("click_window" | "view_window" | "previous_order") | null;
                            }[];
                            models: {
                                /** @enum {string} */
                                model: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views" | "survey_blend";
                                credit: {
                                    touchId: string;
                                    weight: string;
                                    /** @enum {string} */
                                    position: "only" | "first" | "middle" | "last" | "none";
                                    gross: string;
                                    net: string;
                                    orders: string;
                                }[];
                            }[];
                        } | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "connection.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        connector: string;
                        label: string;
                        /** @enum {string} */
                        status: "paused" | "needs_reauth" | "account_state" | "missing_permission" | "broken" | "catching_up" | "choose_accounts" | "verifying" | "backfilling" | "healthy";
                        message: string | null;
                        since: string | null;
                        waiting: {
                            for: string;
                            /** Format: date-time */
                            until: string;
                        } | null;
                        paused: boolean;
                        pausedAt: string | null;
                        /** @enum {string} */
                        access: "read" | "read_write";
                        account: {
                            id: string;
                            name: string;
                            currency: string;
                            zone: string;
                            country: string | null;
                            version: string | null;
                        } | null;
                        warnings: string[];
                        gaps: {
                            what: string;
                            cost: string;
                            where: string;
                            who: string;
                        }[];
                        values: {
                            [key: string]: string;
                        };
                        webhooks: {
                            /** Format: date-time */
                            ensuredAt: string;
                            active: number;
                            /** @default [] */
                            reactivatedAt: string[];
                            /** @default [] */
                            ids: string[];
                            /** @default [] */
                            mistrusted: string[];
                        } | null;
                        streams: {
                            id: string;
                            label: string;
                            complete: boolean;
                            done: number;
                            total: number | null;
                            syncedThrough: string | null;
                            completeSince: string | null;
                            restateFrom: string | null;
                            oldestAvailable: string | null;
                            lastSuccessAt: string | null;
                            nextLookAt: string | null;
                            problem: {
                                /** @enum {string} */
                                kind: "reauth" | "permission" | "throttled" | "transient" | "too_big" | "bad_request" | "account_state" | "not_found";
                                /** @enum {string} */
                                worsenedFrom?: "reauth" | "permission" | "throttled" | "transient" | "too_big" | "bad_request" | "account_state" | "not_found";
                                message: string;
                                /** Format: date-time */
                                since: string;
                                attempts: number;
                                retryAt: string | null;
                                waitsFor?: string;
                            } | null;
                        }[];
                        /** Format: date-time */
                        createdAt: string;
                        isStore: boolean;
                        adAccounts: {
                            id: string;
                            name: string;
                            currency: string;
                            zone: string;
                            /** @enum {string} */
                            status: "active" | "limited" | "closed";
                            statusText: string;
                            readable: boolean;
                            note: string | null;
                            via: string | null;
                            chosen: boolean;
                            problem: {
                                /** @enum {string} */
                                kind: "permission" | "account_state" | "not_found" | "changed" | "failing";
                                message: string;
                                /** Format: date-time */
                                since: string;
                            } | null;
                            clickWindowDays: number;
                            viewWindowDays: number;
                            /** @enum {string} */
                            conversionsAre: "purchases" | "goals";
                        }[];
                        orderPage: string | null;
                        accessEndsAt: string | null;
                    }[];
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "numbers.changes": {
        parameters: {
            query: {
                /** @example 2025-03-10 */
                from: string;
                /** @example 2025-03-12 */
                to: string;
                metrics?: string[];
                order?: string;
                /** @example 100 */
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currency: string;
                        changes: {
                            id: string;
                            day: string;
                            metric: string;
                            /** @enum {string} */
                            cause: "order_deleted" | "order_uncounted" | "order_edited" | "refund_deleted" | "settings_changed" | "cost_changed" | "late_refund" | "late_order" | "late_cancellation" | "order_counted" | "order_reread" | "rate_found" | "import_undone" | "customer_history_changed" | "platform_restated" | "credit_moved";
                            orderId: string;
                            orderName: string;
                            account: {
                                platform: string;
                                id: string;
                                name: string;
                                currency: string;
                            } | null;
                            credit: {
                                from: string | null;
                                to: string | null;
                                /** @enum {string} */
                                because: "late_touch" | "late_identification" | "customer_changed" | "channels_changed" | "survey_answered" | "history_changed" | "visits_removed";
                                rules: {
                                    /**
                                     * @default last_non_direct
                                     * @enum {string}
                                     */
                                    model: "first_click" | "last_click" | "first_non_direct" | "last_non_direct" | "last_paid" | "linear_all" | "linear_paid" | "upper_funnel_linear" | "time_decay" | "position_u" | "position_j" | "position_j_inverse" | "position_w" | "shapley" | "markov_local" | "clicks_and_views" | "survey_blend" | "markov";
                                    /**
                                     * @description How many days before the order a click may lie, both ends included; null: ever.
                                     * @default 28
                                     */
                                    click_window_days: (1 | 7 | 14 | 28 | 30 | 60 | 90) | null;
                                    /**
                                     * @default 1
                                     * @enum {number}
                                     */
                                    view_window_days: 0 | 1 | 7;
                                    /**
                                     * @default include
                                     * @enum {string}
                                     */
                                    direct_policy: "include" | "exclude_unless_only";
                                    /**
                                     * @default window
                                     * @enum {string}
                                     */
                                    journey_scope: "window" | "since_previous_order";
                                    /**
                                     * @default orderRevenue
                                     * @enum {string}
                                     */
                                    value: "orderRevenue" | "goods";
                                    instead_of: string | null;
                                };
                                orders: number;
                            } | null;
                            change: string | null;
                            before: string;
                            after: string;
                            difference: string;
                            seenAt: string;
                        }[];
                        cursor?: string;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "reconciliation.list": {
        parameters: {
            query: {
                /** @example 2025-03-10 */
                from: string;
                /** @example 2025-03-12 */
                to: string;
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        currency: string;
                        label: string | null;
                        last: {
                            from: string;
                            to: string;
                            beganAt: string;
                            endedAt: string | null;
                            problem: string | null;
                            notes: string[];
                        } | null;
                        days: {
                            day: string;
                            /** @enum {string} */
                            state: "agrees" | "explained" | "differs";
                            figures: {
                                [key: string]: {
                                    ours: string;
                                    expected: string;
                                    theirs: string | null;
                                };
                            };
                            causes: {
                                /** @enum {string} */
                                cause: "definition" | "status_not_counted_there" | "status_not_counted_here" | "other_day" | "currency" | "gift_card_payment" | "refund_split" | "rounding" | "missing_in_report" | "deleted_there" | "missing_here" | "refund" | "amount" | "report_does_not_add_up" | "unexplained";
                                orders: number;
                                count: number;
                                total: string;
                                net: string;
                            }[];
                            differing: number;
                            comparedAt: string;
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "reconciliation.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 2025-03-10 */
                day: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        day: string;
                        /** @enum {string} */
                        state: "agrees" | "explained" | "differs";
                        figures: {
                            [key: string]: {
                                ours: string;
                                expected: string;
                                theirs: string | null;
                            };
                        };
                        causes: {
                            /** @enum {string} */
                            cause: "definition" | "status_not_counted_there" | "status_not_counted_here" | "other_day" | "currency" | "gift_card_payment" | "refund_split" | "rounding" | "missing_in_report" | "deleted_there" | "missing_here" | "refund" | "amount" | "report_does_not_add_up" | "unexplained";
                            orders: number;
                            count: number;
                            total: string;
                            net: string;
                        }[];
                        orders: {
                            orderId: string;
                            name: string;
                            /** @enum {string} */
                            cause: "definition" | "status_not_counted_there" | "status_not_counted_here" | "other_day" | "currency" | "gift_card_payment" | "refund_split" | "rounding" | "missing_in_report" | "deleted_there" | "missing_here" | "refund" | "amount" | "report_does_not_add_up" | "unexplained";
                            ours: string | null;
                            theirs: string | null;
                            difference: string;
                            net: string;
                        }[];
                        moreOrders: number;
                        comparedAt: string;
                    } | null;
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "health.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        kind: string;
                        key: string;
                        /** @enum {string} */
                        severity: "error" | "warning" | "note";
                        title: string;
                        advice: string;
                        /** Format: date-time */
                        since: string;
                        /** Format: date-time */
                        lastSeen: string;
                        place: {
                            /** @enum {string} */
                            page: "connections" | "reconciliation" | "imports" | "goods" | "basics" | "privacy" | "currencies" | "summary" | "order" | "sending";
                            connection?: string;
                            order?: string;
                            platform?: string;
                            day?: string;
                        };
                    }[];
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "conversions.targets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        platform: string;
                        label: string;
                        api: string;
                        isSetUp: boolean;
                        enabled: boolean;
                        since: string | null;
                        problem: {
                            kind: string;
                            message: string;
                            /** Format: date-time */
                            since: string;
                        } | null;
                    }[];
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "conversions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example googleads */
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        platform: string;
                        label: string;
                        api: string;
                        documentation: string;
                        enabled: boolean;
                        since: string | null;
                        setup: {
                            destination: string;
                            eventName: string;
                            /** @enum {string} */
                            consent: "visitor" | "elsewhere";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            itemId: "variant" | "product" | "sku";
                            hasToken: boolean;
                        };
                        isSetUp: boolean;
                        problem: {
                            kind: string;
                            message: string;
                            /** Format: date-time */
                            since: string;
                        } | null;
                        lacks: string | null;
                        terms: {
                            destination: {
                                label: string;
                                help: string;
                                example: string;
                            };
                            token: {
                                label: string;
                                help: string;
                            } | null;
                            eventNames: string[];
                            deduplication: string;
                            corrects: boolean;
                            correctionNote: string;
                            mostDays: number;
                            /** @enum {string} */
                            trial: "code" | "dry_run";
                            trialNote: string;
                            keys: {
                                [key: string]: string;
                            };
                            ownWord: string;
                        };
                        counts: {
                            [key: string]: number;
                        };
                        health: {
                            days: number;
                            since: string | null;
                            placed: number;
                            counts: {
                                [key: string]: number;
                            };
                            sent: number;
                            share: number | null;
                            keysPerOrder: number | null;
                            keys: {
                                /** @enum {string} */
                                kind: "email" | "phone" | "click" | "browserId" | "customerId" | "place" | "browser";
                                label: string;
                                share: number;
                                advice: string | null;
                            }[];
                            medianDelaySeconds: number | null;
                            slowDelaySeconds: number | null;
                            again: number;
                            late: number;
                            answers: {
                                /** @enum {string} */
                                state: "waiting" | "sent" | "refused" | "given_up" | "no_consent" | "left_out";
                                text: string;
                                count: number;
                            }[];
                            advice: string[];
                        };
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "conversions.save": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example googleads */
                platform: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "destination": "1234567890/987654321",
                 *       "consent": "visitor",
                 *       "value": "goods",
                 *       "itemId": "sku"
                 *     }
                 */
                "application/json": {
                    destination: string;
                    eventName?: string;
                    accessToken?: string;
                    forgetToken?: boolean;
                    /** @enum {string} */
                    consent: "visitor" | "elsewhere";
                    /** @enum {string} */
                    value: "orderRevenue" | "goods";
                    /** @enum {string} */
                    itemId: "variant" | "product" | "sku";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        platform: string;
                        label: string;
                        api: string;
                        documentation: string;
                        enabled: boolean;
                        since: string | null;
                        setup: {
                            destination: string;
                            eventName: string;
                            /** @enum {string} */
                            consent: "visitor" | "elsewhere";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            itemId: "variant" | "product" | "sku";
                            hasToken: boolean;
                        };
                        isSetUp: boolean;
                        problem: {
                            kind: string;
                            message: string;
                            /** Format: date-time */
                            since: string;
                        } | null;
                        lacks: string | null;
                        terms: {
                            destination: {
                                label: string;
                                help: string;
                                example: string;
                            };
                            token: {
                                label: string;
                                help: string;
                            } | null;
                            eventNames: string[];
                            deduplication: string;
                            corrects: boolean;
                            correctionNote: string;
                            mostDays: number;
                            /** @enum {string} */
                            trial: "code" | "dry_run";
                            trialNote: string;
                            keys: {
                                [key: string]: string;
                            };
                            ownWord: string;
                        };
                        counts: {
                            [key: string]: number;
                        };
                        health: {
                            days: number;
                            since: string | null;
                            placed: number;
                            counts: {
                                [key: string]: number;
                            };
                            sent: number;
                            share: number | null;
                            keysPerOrder: number | null;
                            keys: {
                                /** @enum {string} */
                                kind: "email" | "phone" | "click" | "browserId" | "customerId" | "place" | "browser";
                                label: string;
                                share: number;
                                advice: string | null;
                            }[];
                            medianDelaySeconds: number | null;
                            slowDelaySeconds: number | null;
                            again: number;
                            late: number;
                            answers: {
                                /** @enum {string} */
                                state: "waiting" | "sent" | "refused" | "given_up" | "no_consent" | "left_out";
                                text: string;
                                count: number;
                            }[];
                            advice: string[];
                        };
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "conversions.list": {
        parameters: {
            query?: {
                states?: ("waiting" | "sent" | "refused" | "given_up" | "no_consent" | "left_out")[];
                skip?: number;
                most?: number;
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example googleads */
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            order: string;
                            orderName: string;
                            /** Format: date-time */
                            placedAt: string;
                            /** @enum {string} */
                            state: "waiting" | "sent" | "refused" | "given_up" | "no_consent" | "left_out";
                            reason: string;
                            answer: string;
                            attempts: number;
                            nextAt: string | null;
                            sentAt: string | null;
                            value: string | null;
                            currency: string;
                            keys: string[];
                            corrections: number;
                            canResend: boolean;
                        }[];
                        count: number;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "conversions.destinations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example googleads */
                platform: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destinations: {
                            id: string;
                            label: string;
                        }[];
                        message: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "conversions.switch": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example googleads */
                platform: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        platform: string;
                        label: string;
                        api: string;
                        documentation: string;
                        enabled: boolean;
                        since: string | null;
                        setup: {
                            destination: string;
                            eventName: string;
                            /** @enum {string} */
                            consent: "visitor" | "elsewhere";
                            /** @enum {string} */
                            value: "orderRevenue" | "goods";
                            /** @enum {string} */
                            itemId: "variant" | "product" | "sku";
                            hasToken: boolean;
                        };
                        isSetUp: boolean;
                        problem: {
                            kind: string;
                            message: string;
                            /** Format: date-time */
                            since: string;
                        } | null;
                        lacks: string | null;
                        terms: {
                            destination: {
                                label: string;
                                help: string;
                                example: string;
                            };
                            token: {
                                label: string;
                                help: string;
                            } | null;
                            eventNames: string[];
                            deduplication: string;
                            corrects: boolean;
                            correctionNote: string;
                            mostDays: number;
                            /** @enum {string} */
                            trial: "code" | "dry_run";
                            trialNote: string;
                            keys: {
                                [key: string]: string;
                            };
                            ownWord: string;
                        };
                        counts: {
                            [key: string]: number;
                        };
                        health: {
                            days: number;
                            since: string | null;
                            placed: number;
                            counts: {
                                [key: string]: number;
                            };
                            sent: number;
                            share: number | null;
                            keysPerOrder: number | null;
                            keys: {
                                /** @enum {string} */
                                kind: "email" | "phone" | "click" | "browserId" | "customerId" | "place" | "browser";
                                label: string;
                                share: number;
                                advice: string | null;
                            }[];
                            medianDelaySeconds: number | null;
                            slowDelaySeconds: number | null;
                            again: number;
                            late: number;
                            answers: {
                                /** @enum {string} */
                                state: "waiting" | "sent" | "refused" | "given_up" | "no_consent" | "left_out";
                                text: string;
                                count: number;
                            }[];
                            advice: string[];
                        };
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "conversions.try": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example googleads */
                platform: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @default  */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accepted: boolean;
                        message: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "conversions.resend": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example googleads */
                platform: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    order?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queued: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.undo": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.missing": {
        parameters: {
            query?: {
                /** @example 2025-03-10 */
                from?: string;
                /** @example 2025-03-12 */
                to?: string;
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        rows: number;
                        csv: string;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example goods */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        rows: number;
                        csv: string;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.check_file": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "scope,percent\nshop,40\n"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the file is about; found out from its columns where it is left out
                     * @enum {string}
                     */
                    kind?: "goods" | "fees" | "shipping" | "handling" | "expenses" | "order-lines" | "order-shipping" | "order-fees" | "disputes";
                    name?: string;
                    /**
                     * @description The text of the file, headings first
                     * @example sku,cost,from
                     *     TEA,4.20,2026-03-01
                     * @example gateway,percent,fixed
                     *     stripe,1.4,0.25
                     */
                    csv?: string;
                    /** @description In place of `csv`: the bytes of the file in Base64, in any encoding, also packed with gzip; up to 6 MB of a request, 200 MB unpacked */
                    base64?: string;
                    /** @description Answers what was read of the file as `packed`, to be sent as `base64` in the second step */
                    pack?: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        report: {
                            fileName: string;
                            /** @enum {string} */
                            kind: "goods" | "fees" | "shipping" | "handling" | "expenses" | "order-lines" | "order-shipping" | "order-fees" | "disputes";
                            rows: number;
                            added: number;
                            changed: number;
                            unchanged: number;
                            refused: number;
                            blank: number;
                            repeated: number;
                            /** @enum {string} */
                            delimiter: "comma" | "semicolon" | "tab";
                            /** @enum {string} */
                            decimals: "point" | "comma" | "unclear";
                            encoding: string;
                            problems: {
                                row: number;
                                field: string;
                                value: string;
                                problem: string;
                                remedy: string;
                            }[];
                            problemCount: number;
                            notes: {
                                row: number;
                                text: string;
                            }[];
                            noteCount: number;
                            ignored: string[];
                        };
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        latest: string | null;
                        packed?: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.import_file": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csv": "scope,percent\nshop,40\n"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the file is about; found out from its columns where it is left out
                     * @enum {string}
                     */
                    kind?: "goods" | "fees" | "shipping" | "handling" | "expenses" | "order-lines" | "order-shipping" | "order-fees" | "disputes";
                    name?: string;
                    /**
                     * @description The text of the file, headings first
                     * @example sku,cost,from
                     *     TEA,4.20,2026-03-01
                     * @example gateway,percent,fixed
                     *     stripe,1.4,0.25
                     */
                    csv?: string;
                    /** @description In place of `csv`: the bytes of the file in Base64, in any encoding, also packed with gzip; up to 6 MB of a request, 200 MB unpacked */
                    base64?: string;
                    /** @description Why; needed where closed days change */
                    reason?: string;
                    /** @description `latest` of the first step: what others changed since then is a conflict */
                    seen?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                        report: {
                            fileName: string;
                            /** @enum {string} */
                            kind: "goods" | "fees" | "shipping" | "handling" | "expenses" | "order-lines" | "order-shipping" | "order-fees" | "disputes";
                            rows: number;
                            added: number;
                            changed: number;
                            unchanged: number;
                            refused: number;
                            blank: number;
                            repeated: number;
                            /** @enum {string} */
                            delimiter: "comma" | "semicolon" | "tab";
                            /** @enum {string} */
                            decimals: "point" | "comma" | "unclear";
                            encoding: string;
                            problems: {
                                row: number;
                                field: string;
                                value: string;
                                problem: string;
                                remedy: string;
                            }[];
                            problemCount: number;
                            notes: {
                                row: number;
                                text: string;
                            }[];
                            noteCount: number;
                            ignored: string[];
                        };
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.gateways.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: {
                            id: string;
                            /** @enum {string} */
                            kind: "fee" | "shipping" | "handling" | "return" | "expense" | "feeMeta" | "labelMeta";
                            body: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.gateways.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "gateway": "stripe",
                 *       "percent": "1.4"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.gateways.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.gateways.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "percent": "1.5"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.shipping.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: {
                            id: string;
                            /** @enum {string} */
                            kind: "fee" | "shipping" | "handling" | "return" | "expense" | "feeMeta" | "labelMeta";
                            body: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.shipping.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "perOrder",
                 *       "amount": "4.20"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.shipping.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.shipping.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "4.40"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.handling.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: {
                            id: string;
                            /** @enum {string} */
                            kind: "fee" | "shipping" | "handling" | "return" | "expense" | "feeMeta" | "labelMeta";
                            body: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.handling.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "perOrder": "0.80"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.handling.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.handling.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "perOrder": "0.90"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.returns.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: {
                            id: string;
                            /** @enum {string} */
                            kind: "fee" | "shipping" | "handling" | "return" | "expense" | "feeMeta" | "labelMeta";
                            body: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.returns.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "3.90"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.returns.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.returns.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "4.10"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.expenses.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: {
                            id: string;
                            /** @enum {string} */
                            kind: "fee" | "shipping" | "handling" | "return" | "expense" | "feeMeta" | "labelMeta";
                            body: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.expenses.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Samples",
                 *       "kind": "perOrder",
                 *       "amount": "1",
                 *       "start": "2025-03-10"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.expenses.remove": {
        parameters: {
            query?: {
                /** @example today */
                from?: "today" | "ever";
            };
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "costs.expenses.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "1.20"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    seen?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: string | null;
                        preview: {
                            orders: number;
                            lines: number;
                            from: string | null;
                            to: string | null;
                            currency: string;
                            profitBefore: string | null;
                            profitAfter: string | null;
                            delta: string;
                            byMonth: {
                                month: string;
                                delta: string;
                                before: string | null;
                                after: string | null;
                            }[];
                            coverageBefore: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            coverageAfter: {
                                goods: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                fees: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                                shipping: {
                                    exact: string;
                                    assumed: string;
                                    unknown: string;
                                } | null;
                            } | null;
                            examples: {
                                order: string;
                                name: string;
                                delta: string;
                            }[];
                            closed: boolean;
                            pending: boolean;
                        };
                        restating: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "spend.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            id: string;
                            channel: string;
                            campaign: string;
                            name: string;
                            /** @enum {string} */
                            repeats: "never" | "day" | "week" | "month" | "quarter" | "year";
                            firstDay: string;
                            lastDay: string | null;
                            amount: string;
                            percentOf: string | null;
                            percentOfLabel: string | null;
                            spent: string;
                            currency: string;
                            /** @enum {string} */
                            countsAs: "ad_spend" | "marketing" | "expense";
                            note: string;
                            import: string | null;
                            isCounted: boolean;
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "spend.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel": "Agency",
                 *       "amount": "10",
                 *       "repeats": "month",
                 *       "firstDay": "2025-03-10"
                 *     }
                 */
                "application/json": {
                    /** @description Where the money goes */
                    channel?: string;
                    /** @description Empty: none */
                    campaign?: string;
                    /** @description What for */
                    name?: string;
                    /** @description A shop day */
                    firstDay?: string;
                    /** @description A shop day; empty: that day alone, or until further notice */
                    lastDay?: string;
                    /** @description In total, per period, or the percentage */
                    amount?: string;
                    /** @description orderRevenue, netSales, blendedAdSpend, or channel: with a channel; empty: the amount is money */
                    percentOf?: string;
                    /** @description ISO 4217; the shop’s where it is empty */
                    currency?: string;
                    /** @description never, day, week, month, quarter or year */
                    repeats?: string;
                    /** @description ad_spend, marketing or expense */
                    countsAs?: string;
                    /** @description Shown with the entry only */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        channel: string;
                        campaign: string;
                        name: string;
                        /** @enum {string} */
                        repeats: "never" | "day" | "week" | "month" | "quarter" | "year";
                        firstDay: string;
                        lastDay: string | null;
                        amount: string;
                        percentOf: string | null;
                        percentOfLabel: string | null;
                        spent: string;
                        currency: string;
                        /** @enum {string} */
                        countsAs: "ad_spend" | "marketing" | "expense";
                        note: string;
                        import: string | null;
                        isCounted: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "spend.remove": {
        parameters: {
            query?: {
                /** @example today */
                from?: "today" | "ever";
            };
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "spend.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "12"
                 *     }
                 */
                "application/json": {
                    /** @description Where the money goes */
                    channel?: string;
                    /** @description Empty: none */
                    campaign?: string;
                    /** @description What for */
                    name?: string;
                    /** @description A shop day */
                    firstDay?: string;
                    /** @description A shop day; empty: that day alone, or until further notice */
                    lastDay?: string;
                    /** @description In total, per period, or the percentage */
                    amount?: string;
                    /** @description orderRevenue, netSales, blendedAdSpend, or channel: with a channel; empty: the amount is money */
                    percentOf?: string;
                    /** @description ISO 4217; the shop’s where it is empty */
                    currency?: string;
                    /** @description never, day, week, month, quarter or year */
                    repeats?: string;
                    /** @description ad_spend, marketing or expense */
                    countsAs?: string;
                    /** @description Shown with the entry only */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        channel: string;
                        campaign: string;
                        name: string;
                        /** @enum {string} */
                        repeats: "never" | "day" | "week" | "month" | "quarter" | "year";
                        firstDay: string;
                        lastDay: string | null;
                        amount: string;
                        percentOf: string | null;
                        percentOfLabel: string | null;
                        spent: string;
                        currency: string;
                        /** @enum {string} */
                        countsAs: "ad_spend" | "marketing" | "expense";
                        note: string;
                        import: string | null;
                        isCounted: boolean;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "tracking.collect": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         {
                 *           "id": "event-0001",
                 *           "name": "page_view",
                 *           "at": 1780272000000
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    events: {
                        id: string;
                        name: string;
                        at: number;
                        referrer?: string;
                        order?: string;
                        checkout?: string;
                        cart?: string;
                        customer?: {
                            id?: string | number;
                            email?: string;
                            phone?: string;
                        };
                        value?: string;
                        currency?: string;
                        ids?: {
                            fbp?: string;
                            fbc?: string;
                            ttp?: string;
                        };
                        webdriver?: boolean;
                        url?: string;
                        visitor?: string;
                        /**
                         * @default {
                         *       "analytics_storage": "unknown",
                         *       "ad_storage": "unknown",
                         *       "ad_user_data": "unknown",
                         *       "ad_personalization": "unknown"
                         *     }
                         */
                        consent?: {
                            /**
                             * @default unknown
                             * @enum {string}
                             */
                            analytics_storage?: "granted" | "denied" | "unknown";
                            /**
                             * @default unknown
                             * @enum {string}
                             */
                            ad_storage?: "granted" | "denied" | "unknown";
                            /**
                             * @default unknown
                             * @enum {string}
                             */
                            ad_user_data?: "granted" | "denied" | "unknown";
                            /**
                             * @default unknown
                             * @enum {string}
                             */
                            ad_personalization?: "granted" | "denied" | "unknown";
                            withdrawn?: boolean;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description The answer */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accepted: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "key.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            prefix: string;
                            scopes: ("metrics:read" | "orders:read" | "customers:read" | "attribution:read" | "costs:read" | "costs:write" | "imports:write" | "events:write" | "health:read" | "exports:run")[];
                            shops: "all" | string[];
                            networks: string[];
                            /** @enum {string} */
                            state: "active" | "expired" | "revoked";
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: {
                                id: string;
                                name: string;
                            } | null;
                            expiresAt: string | null;
                            lastUsedAt: string | null;
                            revokedAt: string | null;
                            replaces: string | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "key.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Weekly sheet",
                 *       "scopes": [
                 *         "metrics:read"
                 *       ],
                 *       "shops": [
                 *         "nordlicht-kontor.example"
                 *       ],
                 *       "expiresInDays": 90
                 *     }
                 */
                "application/json": {
                    name: string;
                    scopes: ("metrics:read" | "orders:read" | "customers:read" | "attribution:read" | "costs:read" | "costs:write" | "imports:write" | "events:write" | "health:read" | "exports:run")[];
                    /** @default all */
                    shops?: "all" | string[];
                    /** @default 365 */
                    expiresInDays?: number | null;
                    networks?: string[];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        prefix: string;
                        scopes: ("metrics:read" | "orders:read" | "customers:read" | "attribution:read" | "costs:read" | "costs:write" | "imports:write" | "events:write" | "health:read" | "exports:run")[];
                        shops: "all" | string[];
                        networks: string[];
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: {
                            id: string;
                            name: string;
                        } | null;
                        expiresAt: string | null;
                        lastUsedAt: string | null;
                        revokedAt: string | null;
                        replaces: string | null;
                        key: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "key.rotate": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
                /** @example sales */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        prefix: string;
                        scopes: ("metrics:read" | "orders:read" | "customers:read" | "attribution:read" | "costs:read" | "costs:write" | "imports:write" | "events:write" | "health:read" | "exports:run")[];
                        shops: "all" | string[];
                        networks: string[];
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: {
                            id: string;
                            name: string;
                        } | null;
                        expiresAt: string | null;
                        lastUsedAt: string | null;
                        revokedAt: string | null;
                        replaces: string | null;
                        key: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "key.revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
                /** @example sales */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "audit.list": {
        parameters: {
            query?: {
                /** @example 2025-03-10 */
                from?: string;
                /** @example 2025-03-12 */
                to?: string;
                actor?: string;
                action?: "sign_in.done" | "sign_in.factor" | "sign_in.ended" | "sign_in.failed" | "sign_in.factor_failed" | "account.password_changed" | "factor.added" | "factor.removed" | "recovery_code.create" | "recovery_code.spend" | "organisation.create" | "organisation.rename" | "organisation.leave" | "organisation.claim" | "organisation.require_factor" | "organisation.delete" | "organisation.keep" | "organisation.erased" | "billing.checkout" | "billing.portal" | "billing.change" | "billing.cancel" | "billing.resume" | "billing.changed" | "audit.change_retention" | "organisation.allow_support" | "support.begin" | "support.end" | "ownership.offer" | "ownership.withdraw" | "ownership.decline" | "ownership.accept" | "member.invite" | "member.resend_invitation" | "member.revoke_invitation" | "member.change_role" | "member.change_shops" | "member.remove" | "invitation.accept" | "key.create" | "key.rotate" | "key.revoke" | "webhook.add" | "webhook.change" | "webhook.remove" | "webhook.rotate" | "webhook.off" | "file.store" | "file.remove" | "alert.add" | "alert.change" | "alert.remove" | "slack.add" | "slack.change" | "slack.remove" | "slack.off" | "share.create" | "share.open" | "share.revoke" | "share.revoke_all" | "dashboard.create" | "dashboard.change" | "dashboard.remove" | "own_metric.create" | "own_metric.change" | "own_metric.remove" | "connection.add" | "connection.pause" | "connection.reimport" | "connection.disconnect" | "ads.chooseAccounts" | "shop.create" | "shop.discard_sample" | "shop.update" | "tracking.saveSettings" | "tracking.createKey" | "tracking.revokeKey" | "conversions.save" | "conversions.switch" | "survey.save" | "survey.mappings" | "costs.save" | "spend.save" | "spend.remove" | "spend.import" | "spend.undo" | "import.start" | "import.undo" | "rates.import" | "rates.upload" | "touches.import" | "customer.export" | "customer.erase" | "export.run" | "export.add" | "export.change" | "export.remove" | "export.download";
                shop?: string;
                cursor?: string;
                /** @example 100 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /** Format: date-time */
                            at: string;
                            actor: {
                                /** @enum {string} */
                                kind: "person" | "key" | "mcp" | "share" | "system" | "support";
                                id: string;
                                name: string;
                            };
                            shop?: string;
                            action: string;
                            target: {
                                kind: string;
                                id: string;
                                name: string;
                            };
                            changes?: {
                                field: string;
                                before: string | number | boolean | string[] | null;
                                after: string | number | boolean | string[] | null;
                            }[];
                            origin: {
                                ip: string;
                                agent: string;
                                request: string;
                            };
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "audit.actors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            /** @enum {string} */
                            kind: "person" | "key" | "mcp" | "share" | "system" | "support";
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "audit.retention": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: number;
                        mayChange: boolean;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "audit.change_retention": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 730
                 *     }
                 */
                "application/json": {
                    days: number;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        days: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "member.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name: string;
                        mayChange: boolean;
                        members: {
                            person: string;
                            name: string;
                            email: string;
                            /** @enum {string} */
                            role: "owner" | "admin" | "analyst" | "viewer";
                            shops: string[] | null;
                            /** Format: date-time */
                            since: string;
                            secondFactor: boolean;
                            seenOn: string | null;
                        }[];
                        invitations: {
                            id: string;
                            email: string;
                            /** @enum {string} */
                            role: "owner" | "admin" | "analyst" | "viewer";
                            shops: string[] | null;
                            /** @constant */
                            state: "open";
                            /** Format: date-time */
                            expiresAt: string;
                        }[];
                        offer: {
                            from: string;
                            to: string;
                            /** Format: date-time */
                            expiresAt: string;
                        } | null;
                        factorFrom: string | null;
                        deleteAt: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "member.change_role": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "admin"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    role: "owner" | "admin" | "analyst" | "viewer";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "member.change_shops": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shops": [
                 *         "nordlicht-kontor.example"
                 *       ],
                 *       "keys": []
                 *     }
                 */
                "application/json": {
                    shops: string[] | null;
                    /** @default [] */
                    keys?: string[];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "member.made": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            id: string;
                            name: string;
                            prefix: string;
                            shops: string[] | null;
                        }[];
                        webhooks: {
                            id: string;
                            url: string;
                            shop: string;
                        }[];
                        shares: {
                            id: string;
                            title: string;
                            view: string;
                            shop: string;
                        }[];
                        webhooksOfNobody: {
                            id: string;
                            url: string;
                            shop: string;
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "member.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keys": [],
                 *       "webhooks": [],
                 *       "shares": []
                 *     }
                 */
                "application/json": {
                    /** @default [] */
                    keys?: string[];
                    /** @default [] */
                    webhooks?: string[];
                    /** @default [] */
                    shares?: string[];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "ownership.offer": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
                person: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: string;
                        to: string;
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "ownership.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: string;
                        /** Format: date-time */
                        expiresAt: string;
                    } | null;
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "ownership.withdraw": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "ownership.accept": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "ownership.decline": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "organisation.require_factor": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "required": false
                 *     }
                 */
                "application/json": {
                    required: boolean;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        factorFrom: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "organisation.contents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        shops: number;
                        orders: number;
                        members: number;
                        connections: number;
                        keys: number;
                        shares: number;
                        importFiles: number;
                        exportFiles: number;
                        storedFiles: number;
                        facts: number;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "organisation.deletion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleteAt: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "organisation.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nordlicht Kontor"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleteAt: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "organisation.keep": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deleteAt: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "member.invite": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ida@shop.example",
                 *       "role": "analyst",
                 *       "shops": [
                 *         "nordlicht-kontor.example"
                 *       ]
                 *     }
                 */
                "application/json": {
                    email: string;
                    /** @enum {string} */
                    role: "owner" | "admin" | "analyst" | "viewer";
                    /** @default null */
                    shops?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "analyst" | "viewer";
                        shops: string[] | null;
                        /** @constant */
                        state: "open";
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "member.resend_invitation": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
                invitation: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "analyst" | "viewer";
                        shops: string[] | null;
                        /** @constant */
                        state: "open";
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "member.revoke_invitation": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
                invitation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "billing.show": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sells: boolean;
                        subscription: {
                            plan: string | null;
                            interval: ("month" | "year") | null;
                            /** @enum {string} */
                            status: "trialing" | "active" | "past_due" | "unpaid" | "paused" | "canceled" | "incomplete";
                            currentPeriodEnd: string | null;
                            cancelAtPeriodEnd: boolean;
                            trialEnd: string | null;
                            nextPlan: string | null;
                        } | null;
                        access: {
                            /** @enum {string} */
                            kind: "full" | "warned" | "read_only";
                            problem: ("choose_plan" | "finish_payment" | "past_due" | "unpaid" | "paused" | "canceled") | null;
                            until: string | null;
                            since: string | null;
                            readsUntil: string | null;
                        };
                        provider: string;
                        plan: {
                            id: string;
                            name: string;
                            prices: {
                                month: {
                                    amount: string;
                                    currency: string;
                                } | null;
                                year: {
                                    amount: string;
                                    currency: string;
                                } | null;
                            };
                            limits: {
                                ordersPerMonth: number | null;
                                shops: number | null;
                                members: number | null;
                                historyMonths: number | null;
                            };
                            features: string[];
                        } | null;
                        plans: {
                            id: string;
                            name: string;
                            prices: {
                                month: {
                                    amount: string;
                                    currency: string;
                                } | null;
                                year: {
                                    amount: string;
                                    currency: string;
                                } | null;
                            };
                            limits: {
                                ordersPerMonth: number | null;
                                shops: number | null;
                                members: number | null;
                                historyMonths: number | null;
                            };
                            features: string[];
                        }[];
                        mayChange: boolean;
                        can: {
                            buy: boolean;
                            change: boolean;
                            cancel: boolean;
                            resume: boolean;
                            portal: boolean;
                        };
                        hasTrial: boolean;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "billing.standing": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sells: boolean;
                        subscription: {
                            plan: string | null;
                            interval: ("month" | "year") | null;
                            /** @enum {string} */
                            status: "trialing" | "active" | "past_due" | "unpaid" | "paused" | "canceled" | "incomplete";
                            currentPeriodEnd: string | null;
                            cancelAtPeriodEnd: boolean;
                            trialEnd: string | null;
                            nextPlan: string | null;
                        } | null;
                        access: {
                            /** @enum {string} */
                            kind: "full" | "warned" | "read_only";
                            problem: ("choose_plan" | "finish_payment" | "past_due" | "unpaid" | "paused" | "canceled") | null;
                            until: string | null;
                            since: string | null;
                            readsUntil: string | null;
                        };
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "billing.usage": {
        parameters: {
            query?: {
                month?: string;
            };
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        month: string;
                        used: {
                            orders: number;
                            shops: {
                                shop: string;
                                name: string;
                                orders: number;
                            }[];
                            members: number;
                            historyMonths: number;
                        };
                        limits: {
                            ordersPerMonth: number | null;
                            shops: number | null;
                            members: number | null;
                            historyMonths: number | null;
                        } | null;
                        percent: number | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "billing.invoices": {
        parameters: {
            query?: {
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            number: string | null;
                            /** Format: date-time */
                            at: string;
                            /** @enum {string} */
                            status: "draft" | "open" | "paid" | "void" | "uncollectible";
                            total: {
                                amount: string;
                                currency: string;
                            };
                            page: string | null;
                            pdf: string | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "billing.checkout": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "small",
                 *       "interval": "month"
                 *     }
                 */
                "application/json": {
                    shop?: string;
                    plan: string;
                    /** @enum {string} */
                    interval: "month" | "year";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "billing.confirm": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        isSettled: boolean;
                        subscription: {
                            plan: string | null;
                            interval: ("month" | "year") | null;
                            /** @enum {string} */
                            status: "trialing" | "active" | "past_due" | "unpaid" | "paused" | "canceled" | "incomplete";
                            currentPeriodEnd: string | null;
                            cancelAtPeriodEnd: boolean;
                            trialEnd: string | null;
                            nextPlan: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "billing.portal": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    shop?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "billing.preview_change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "large",
                 *       "interval": "month"
                 *     }
                 */
                "application/json": {
                    plan: string;
                    /** @enum {string} */
                    interval: "month" | "year";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        when: "now" | "period_end";
                        at: string | null;
                        due: {
                            amount: string;
                            currency: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "billing.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "plan": "large",
                 *       "interval": "month"
                 *     }
                 */
                "application/json": {
                    plan: string;
                    /** @enum {string} */
                    interval: "month" | "year";
                    /** @default null */
                    at?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription: {
                            plan: string | null;
                            interval: ("month" | "year") | null;
                            /** @enum {string} */
                            status: "trialing" | "active" | "past_due" | "unpaid" | "paused" | "canceled" | "incomplete";
                            currentPeriodEnd: string | null;
                            cancelAtPeriodEnd: boolean;
                            trialEnd: string | null;
                            nextPlan: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "billing.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "We closed the shop."
                 *     }
                 */
                "application/json": {
                    /** @default  */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription: {
                            plan: string | null;
                            interval: ("month" | "year") | null;
                            /** @enum {string} */
                            status: "trialing" | "active" | "past_due" | "unpaid" | "paused" | "canceled" | "incomplete";
                            currentPeriodEnd: string | null;
                            cancelAtPeriodEnd: boolean;
                            trialEnd: string | null;
                            nextPlan: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "billing.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 1001 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscription: {
                            plan: string | null;
                            interval: ("month" | "year") | null;
                            /** @enum {string} */
                            status: "trialing" | "active" | "past_due" | "unpaid" | "paused" | "canceled" | "incomplete";
                            currentPeriodEnd: string | null;
                            cancelAtPeriodEnd: boolean;
                            trialEnd: string | null;
                            nextPlan: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "export.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            what: "metrics" | "pnl" | "orders" | "ledger" | "products" | "customers" | "cohorts" | "attribution" | "campaigns" | "costs";
                            question: {
                                [key: string]: unknown;
                            };
                            /** @enum {string} */
                            format: "csv" | "jsonl" | "parquet";
                            /** @enum {string} */
                            range: "yesterday" | "last_7_days" | "last_35_days" | "month_to_date" | "since_last";
                            schedule: {
                                /** @enum {string} */
                                every: "day" | "week" | "month";
                                at: string;
                                zone?: string;
                            } | null;
                            to: {
                                /** @enum {string} */
                                kind: "download" | "mail" | "webhook";
                            } | {
                                /** @constant */
                                kind: "s3";
                                endpoint: string;
                                /** @default us-east-1 */
                                region: string;
                                bucket: string;
                                /** @default  */
                                prefix: string;
                                /** @default true */
                                pathStyle: boolean;
                                accessKeyId: string;
                            } | {
                                /** @constant */
                                kind: "sheets";
                                spreadsheet: string;
                                range: string;
                                /**
                                 * @default replace
                                 * @enum {string}
                                 */
                                mode: "replace" | "upsert";
                                email: string;
                            };
                            /** @enum {string} */
                            state: "on" | "paused";
                            /** Format: date-time */
                            createdAt: string;
                            nextAt: string | null;
                            lastRun: {
                                id: string;
                                /** @enum {string} */
                                state: "waiting" | "retrying" | "done" | "failed" | "removed";
                                range: {
                                    from: string;
                                    to: string;
                                };
                                /** Format: date-time */
                                createdAt: string;
                                endedAt: string | null;
                                manifest: {
                                    /** @enum {string} */
                                    what: "metrics" | "pnl" | "orders" | "ledger" | "products" | "customers" | "cohorts" | "attribution" | "campaigns" | "costs";
                                    /** @enum {string} */
                                    format: "csv" | "jsonl" | "parquet";
                                    columns: {
                                        name: string;
                                        type: ("text" | "day" | "instant" | "whole") | {
                                            decimals: number;
                                        };
                                    }[];
                                    rows: number;
                                    bytes: number;
                                    sha256: string;
                                    range: {
                                        from: string;
                                        to: string;
                                    };
                                    timezone: string;
                                    currency: string;
                                    freshness: {
                                        [key: string]: string;
                                    };
                                    partial: boolean;
                                    factsVersion: string;
                                    /** Format: date-time */
                                    madeAt: string;
                                } | null;
                                reason: string;
                            } | null;
                        }[];
                        next: string | null;
                        kinds: ("metrics" | "pnl" | "orders" | "ledger" | "products" | "customers" | "cohorts" | "attribution" | "campaigns" | "costs")[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "export.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Warehouse",
                 *       "what": "ledger",
                 *       "format": "parquet",
                 *       "range": "last_35_days",
                 *       "schedule": {
                 *         "every": "day",
                 *         "at": "06:00",
                 *         "zone": "Europe/Berlin"
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    format: "csv" | "jsonl" | "parquet";
                    /**
                     * @default last_35_days
                     * @enum {string}
                     */
                    range?: "yesterday" | "last_7_days" | "last_35_days" | "month_to_date" | "since_last";
                    /** @default null */
                    schedule?: {
                        /** @enum {string} */
                        every: "day" | "week" | "month";
                        at: string;
                        zone?: string;
                    } | null;
                    /**
                     * @default {
                     *       "kind": "download"
                     *     }
                     */
                    to?: {
                        /** @enum {string} */
                        kind: "download" | "mail" | "webhook";
                    } | {
                        /** @constant */
                        kind: "s3";
                        endpoint: string;
                        /** @default us-east-1 */
                        region?: string;
                        bucket: string;
                        /** @default  */
                        prefix?: string;
                        /** @default true */
                        pathStyle?: boolean;
                        accessKeyId: string;
                        secretAccessKey?: string;
                    } | {
                        /** @constant */
                        kind: "sheets";
                        spreadsheet: string;
                        range: string;
                        /**
                         * @default replace
                         * @enum {string}
                         */
                        mode?: "replace" | "upsert";
                        serviceAccountKey?: string;
                    };
                    /** @enum {string} */
                    what: "metrics" | "pnl" | "orders" | "ledger" | "products" | "customers" | "cohorts" | "attribution" | "campaigns" | "costs";
                    /** @default {} */
                    question?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @enum {string} */
                        what: "metrics" | "pnl" | "orders" | "ledger" | "products" | "customers" | "cohorts" | "attribution" | "campaigns" | "costs";
                        question: {
                            [key: string]: unknown;
                        };
                        /** @enum {string} */
                        format: "csv" | "jsonl" | "parquet";
                        /** @enum {string} */
                        range: "yesterday" | "last_7_days" | "last_35_days" | "month_to_date" | "since_last";
                        schedule: {
                            /** @enum {string} */
                            every: "day" | "week" | "month";
                            at: string;
                            zone?: string;
                        } | null;
                        to: {
                            /** @enum {string} */
                            kind: "download" | "mail" | "webhook";
                        } | {
                            /** @constant */
                            kind: "s3";
                            endpoint: string;
                            /** @default us-east-1 */
                            region: string;
                            bucket: string;
                            /** @default  */
                            prefix: string;
                            /** @default true */
                            pathStyle: boolean;
                            accessKeyId: string;
                        } | {
                            /** @constant */
                            kind: "sheets";
                            spreadsheet: string;
                            range: string;
                            /**
                             * @default replace
                             * @enum {string}
                             */
                            mode: "replace" | "upsert";
                            email: string;
                        };
                        /** @enum {string} */
                        state: "on" | "paused";
                        /** Format: date-time */
                        createdAt: string;
                        nextAt: string | null;
                        lastRun: {
                            id: string;
                            /** @enum {string} */
                            state: "waiting" | "retrying" | "done" | "failed" | "removed";
                            range: {
                                from: string;
                                to: string;
                            };
                            /** Format: date-time */
                            createdAt: string;
                            endedAt: string | null;
                            manifest: {
                                /** @enum {string} */
                                what: "metrics" | "pnl" | "orders" | "ledger" | "products" | "customers" | "cohorts" | "attribution" | "campaigns" | "costs";
                                /** @enum {string} */
                                format: "csv" | "jsonl" | "parquet";
                                columns: {
                                    name: string;
                                    type: ("text" | "day" | "instant" | "whole") | {
                                        decimals: number;
                                    };
                                }[];
                                rows: number;
                                bytes: number;
                                sha256: string;
                                range: {
                                    from: string;
                                    to: string;
                                };
                                timezone: string;
                                currency: string;
                                freshness: {
                                    [key: string]: string;
                                };
                                partial: boolean;
                                factsVersion: string;
                                /** Format: date-time */
                                madeAt: string;
                            } | null;
                            reason: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "export.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                export: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "export.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                export: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schedule": {
                 *         "every": "week",
                 *         "at": "07:30"
                 *       }
                 *     }
                 */
                "application/json": {
                    name?: string;
                    question?: {
                        [key: string]: unknown;
                    };
                    /** @enum {string} */
                    format?: "csv" | "jsonl" | "parquet";
                    /** @enum {string} */
                    range?: "yesterday" | "last_7_days" | "last_35_days" | "month_to_date" | "since_last";
                    schedule?: {
                        /** @enum {string} */
                        every: "day" | "week" | "month";
                        at: string;
                        zone?: string;
                    } | null;
                    to?: {
                        /** @enum {string} */
                        kind: "download" | "mail" | "webhook";
                    } | {
                        /** @constant */
                        kind: "s3";
                        endpoint: string;
                        /** @default us-east-1 */
                        region?: string;
                        bucket: string;
                        /** @default  */
                        prefix?: string;
                        /** @default true */
                        pathStyle?: boolean;
                        accessKeyId: string;
                        secretAccessKey?: string;
                    } | {
                        /** @constant */
                        kind: "sheets";
                        spreadsheet: string;
                        range: string;
                        /**
                         * @default replace
                         * @enum {string}
                         */
                        mode?: "replace" | "upsert";
                        serviceAccountKey?: string;
                    };
                    /** @enum {string} */
                    state?: "on" | "paused";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @enum {string} */
                        what: "metrics" | "pnl" | "orders" | "ledger" | "products" | "customers" | "cohorts" | "attribution" | "campaigns" | "costs";
                        question: {
                            [key: string]: unknown;
                        };
                        /** @enum {string} */
                        format: "csv" | "jsonl" | "parquet";
                        /** @enum {string} */
                        range: "yesterday" | "last_7_days" | "last_35_days" | "month_to_date" | "since_last";
                        schedule: {
                            /** @enum {string} */
                            every: "day" | "week" | "month";
                            at: string;
                            zone?: string;
                        } | null;
                        to: {
                            /** @enum {string} */
                            kind: "download" | "mail" | "webhook";
                        } | {
                            /** @constant */
                            kind: "s3";
                            endpoint: string;
                            /** @default us-east-1 */
                            region: string;
                            bucket: string;
                            /** @default  */
                            prefix: string;
                            /** @default true */
                            pathStyle: boolean;
                            accessKeyId: string;
                        } | {
                            /** @constant */
                            kind: "sheets";
                            spreadsheet: string;
                            range: string;
                            /**
                             * @default replace
                             * @enum {string}
                             */
                            mode: "replace" | "upsert";
                            email: string;
                        };
                        /** @enum {string} */
                        state: "on" | "paused";
                        /** Format: date-time */
                        createdAt: string;
                        nextAt: string | null;
                        lastRun: {
                            id: string;
                            /** @enum {string} */
                            state: "waiting" | "retrying" | "done" | "failed" | "removed";
                            range: {
                                from: string;
                                to: string;
                            };
                            /** Format: date-time */
                            createdAt: string;
                            endedAt: string | null;
                            manifest: {
                                /** @enum {string} */
                                what: "metrics" | "pnl" | "orders" | "ledger" | "products" | "customers" | "cohorts" | "attribution" | "campaigns" | "costs";
                                /** @enum {string} */
                                format: "csv" | "jsonl" | "parquet";
                                columns: {
                                    name: string;
                                    type: ("text" | "day" | "instant" | "whole") | {
                                        decimals: number;
                                    };
                                }[];
                                rows: number;
                                bytes: number;
                                sha256: string;
                                range: {
                                    from: string;
                                    to: string;
                                };
                                timezone: string;
                                currency: string;
                                freshness: {
                                    [key: string]: string;
                                };
                                partial: boolean;
                                factsVersion: string;
                                /** Format: date-time */
                                madeAt: string;
                            } | null;
                            reason: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "export.run": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                export: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2025-03-10",
                 *       "to": "2025-03-12"
                 *     }
                 */
                "application/json": {
                    from?: string;
                    to?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "waiting" | "retrying" | "done" | "failed" | "removed";
                        range: {
                            from: string;
                            to: string;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        endedAt: string | null;
                        manifest: {
                            /** @enum {string} */
                            what: "metrics" | "pnl" | "orders" | "ledger" | "products" | "customers" | "cohorts" | "attribution" | "campaigns" | "costs";
                            /** @enum {string} */
                            format: "csv" | "jsonl" | "parquet";
                            columns: {
                                name: string;
                                type: ("text" | "day" | "instant" | "whole") | {
                                    decimals: number;
                                };
                            }[];
                            rows: number;
                            bytes: number;
                            sha256: string;
                            range: {
                                from: string;
                                to: string;
                            };
                            timezone: string;
                            currency: string;
                            freshness: {
                                [key: string]: string;
                            };
                            partial: boolean;
                            factsVersion: string;
                            /** Format: date-time */
                            madeAt: string;
                        } | null;
                        reason: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "export.runs": {
        parameters: {
            query?: {
                cursor?: string;
                /** @example 100 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                export: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /** @enum {string} */
                            state: "waiting" | "retrying" | "done" | "failed" | "removed";
                            range: {
                                from: string;
                                to: string;
                            };
                            /** Format: date-time */
                            createdAt: string;
                            endedAt: string | null;
                            manifest: {
                                /** @enum {string} */
                                what: "metrics" | "pnl" | "orders" | "ledger" | "products" | "customers" | "cohorts" | "attribution" | "campaigns" | "costs";
                                /** @enum {string} */
                                format: "csv" | "jsonl" | "parquet";
                                columns: {
                                    name: string;
                                    type: ("text" | "day" | "instant" | "whole") | {
                                        decimals: number;
                                    };
                                }[];
                                rows: number;
                                bytes: number;
                                sha256: string;
                                range: {
                                    from: string;
                                    to: string;
                                };
                                timezone: string;
                                currency: string;
                                freshness: {
                                    [key: string]: string;
                                };
                                partial: boolean;
                                factsVersion: string;
                                /** Format: date-time */
                                madeAt: string;
                            } | null;
                            reason: string;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "webhook.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            url: string;
                            events: ("order.booked" | "order.attributed" | "refund.booked" | "figure.changed" | "costs.changed" | "import.finished" | "sync.failed" | "sync.recovered" | "health.opened" | "health.closed" | "export.finished" | "alert.fired" | "alert.resolved" | "reconciliation.differs")[];
                            /** @enum {string} */
                            state: "on" | "paused" | "off";
                            reason: ("gone" | "failing") | null;
                            /** Format: date-time */
                            createdAt: string;
                            deliveredAt: string | null;
                            failingSince: string | null;
                            waiting: number;
                            rotatesUntil: string | null;
                        }[];
                        next: string | null;
                        types: {
                            /** @enum {string} */
                            type: "order.booked" | "order.attributed" | "refund.booked" | "figure.changed" | "costs.changed" | "import.finished" | "sync.failed" | "sync.recovered" | "health.opened" | "health.closed" | "export.finished" | "alert.fired" | "alert.resolved" | "reconciliation.differs";
                            about: string;
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "webhook.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example/tillsight",
                 *       "events": [
                 *         "order.booked",
                 *         "refund.booked"
                 *       ]
                 *     }
                 */
                "application/json": {
                    url: string;
                    events: ("order.booked" | "order.attributed" | "refund.booked" | "figure.changed" | "costs.changed" | "import.finished" | "sync.failed" | "sync.recovered" | "health.opened" | "health.closed" | "export.finished" | "alert.fired" | "alert.resolved" | "reconciliation.differs")[];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        url: string;
                        events: ("order.booked" | "order.attributed" | "refund.booked" | "figure.changed" | "costs.changed" | "import.finished" | "sync.failed" | "sync.recovered" | "health.opened" | "health.closed" | "export.finished" | "alert.fired" | "alert.resolved" | "reconciliation.differs")[];
                        /** @enum {string} */
                        state: "on" | "paused" | "off";
                        reason: ("gone" | "failing") | null;
                        /** Format: date-time */
                        createdAt: string;
                        deliveredAt: string | null;
                        failingSince: string | null;
                        waiting: number;
                        rotatesUntil: string | null;
                        secret: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "webhook.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "webhook.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         "order.booked",
                 *         "figure.changed"
                 *       ],
                 *       "state": "on"
                 *     }
                 */
                "application/json": {
                    url?: string;
                    events?: ("order.booked" | "order.attributed" | "refund.booked" | "figure.changed" | "costs.changed" | "import.finished" | "sync.failed" | "sync.recovered" | "health.opened" | "health.closed" | "export.finished" | "alert.fired" | "alert.resolved" | "reconciliation.differs")[];
                    /** @enum {string} */
                    state?: "on" | "paused";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        url: string;
                        events: ("order.booked" | "order.attributed" | "refund.booked" | "figure.changed" | "costs.changed" | "import.finished" | "sync.failed" | "sync.recovered" | "health.opened" | "health.closed" | "export.finished" | "alert.fired" | "alert.resolved" | "reconciliation.differs")[];
                        /** @enum {string} */
                        state: "on" | "paused" | "off";
                        reason: ("gone" | "failing") | null;
                        /** Format: date-time */
                        createdAt: string;
                        deliveredAt: string | null;
                        failingSince: string | null;
                        waiting: number;
                        rotatesUntil: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        type: string;
                        /** @enum {string} */
                        state: "waiting" | "retrying" | "delivered" | "failed" | "dropped";
                        /** Format: date-time */
                        createdAt: string;
                        failedAttempts: number;
                        triedAt: string | null;
                        nextAt: string | null;
                        status: number | null;
                        milliseconds: number | null;
                        reason: string;
                        body: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "webhook.rotate": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        url: string;
                        events: ("order.booked" | "order.attributed" | "refund.booked" | "figure.changed" | "costs.changed" | "import.finished" | "sync.failed" | "sync.recovered" | "health.opened" | "health.closed" | "export.finished" | "alert.fired" | "alert.resolved" | "reconciliation.differs")[];
                        /** @enum {string} */
                        state: "on" | "paused" | "off";
                        reason: ("gone" | "failing") | null;
                        /** Format: date-time */
                        createdAt: string;
                        deliveredAt: string | null;
                        failingSince: string | null;
                        waiting: number;
                        rotatesUntil: string | null;
                        secret: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "webhook.deliveries": {
        parameters: {
            query?: {
                cursor?: string;
                /** @example 100 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            type: string;
                            /** @enum {string} */
                            state: "waiting" | "retrying" | "delivered" | "failed" | "dropped";
                            /** Format: date-time */
                            createdAt: string;
                            failedAttempts: number;
                            triedAt: string | null;
                            nextAt: string | null;
                            status: number | null;
                            milliseconds: number | null;
                            reason: string;
                            body: string;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "webhook.resend": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        type: string;
                        /** @enum {string} */
                        state: "waiting" | "retrying" | "delivered" | "failed" | "dropped";
                        /** Format: date-time */
                        createdAt: string;
                        failedAttempts: number;
                        triedAt: string | null;
                        nextAt: string | null;
                        status: number | null;
                        milliseconds: number | null;
                        reason: string;
                        body: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "share.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /** @enum {string} */
                            view: "summary" | "campaigns" | "attribution" | "profit";
                            title: string;
                            /** @enum {string} */
                            kind: "live" | "frozen";
                            /** @enum {string} */
                            period: "fixed" | "choosable";
                            range: ("today" | "yesterday" | "last_7_days" | "last_28_days" | "last_30_days" | "last_90_days" | "last_12_months" | "week_to_date" | "month_to_date" | "quarter_to_date" | "year_to_date" | "last_month" | "all_time") | {
                                from: string;
                                to: string;
                            };
                            include: ("costs" | "export")[];
                            embedOn: string[];
                            hasPassword: boolean;
                            /** @enum {string} */
                            state: "active" | "expired" | "revoked";
                            /** Format: date-time */
                            createdAt: string;
                            createdBy: {
                                id: string;
                                name: string;
                            };
                            /** Format: date-time */
                            expiresAt: string;
                            revokedAt: string | null;
                            opened: {
                                day: string;
                                times: number;
                            }[];
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "share.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "view": "summary",
                 *       "title": "Weekly figures",
                 *       "period": "choosable",
                 *       "range": "last_7_days"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    view: "summary" | "campaigns" | "attribution" | "profit";
                    title: string;
                    /**
                     * @default live
                     * @enum {string}
                     */
                    kind?: "live" | "frozen";
                    /**
                     * @default fixed
                     * @enum {string}
                     */
                    period?: "fixed" | "choosable";
                    range?: ("today" | "yesterday" | "last_7_days" | "last_28_days" | "last_30_days" | "last_90_days" | "last_12_months" | "week_to_date" | "month_to_date" | "quarter_to_date" | "year_to_date" | "last_month" | "all_time") | {
                        from: string;
                        to: string;
                    };
                    /**
                     * @default previous_period
                     * @enum {string}
                     */
                    compare?: "previous_period" | "previous_year" | "none";
                    /** @default [] */
                    include?: ("costs" | "export")[];
                    embedOn?: string[];
                    password?: string;
                    /** Format: date-time */
                    expires?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        view: "summary" | "campaigns" | "attribution" | "profit";
                        title: string;
                        /** @enum {string} */
                        kind: "live" | "frozen";
                        /** @enum {string} */
                        period: "fixed" | "choosable";
                        range: ("today" | "yesterday" | "last_7_days" | "last_28_days" | "last_30_days" | "last_90_days" | "last_12_months" | "week_to_date" | "month_to_date" | "quarter_to_date" | "year_to_date" | "last_month" | "all_time") | {
                            from: string;
                            to: string;
                        };
                        include: ("costs" | "export")[];
                        embedOn: string[];
                        hasPassword: boolean;
                        /** @enum {string} */
                        state: "active" | "expired" | "revoked";
                        /** Format: date-time */
                        createdAt: string;
                        createdBy: {
                            id: string;
                            name: string;
                        };
                        /** Format: date-time */
                        expiresAt: string;
                        revokedAt: string | null;
                        opened: {
                            day: string;
                            times: number;
                        }[];
                        url: string;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "share.revoke_all": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        revoked: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "share.revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                share: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "alert.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            metric: string | null;
                            filters: {
                                dimension: string;
                                /** @enum {string} */
                                operator: "is" | "is_not";
                                values: string[];
                            }[];
                            /** @enum {string} */
                            op: "below" | "above" | "unusual" | "finding";
                            window: ("hour" | "day" | "7d") | null;
                            bound: ({
                                value: string;
                            } | {
                                /** @constant */
                                changeAgainst: "same_weekday";
                                percent: string;
                            }) | null;
                            minOrders: number;
                            severity: ("warning" | "error") | null;
                            to: ({
                                /** @constant */
                                channel: "mail";
                                /** @constant */
                                person: "me";
                            } | {
                                /** @constant */
                                channel: "push";
                                /** @constant */
                                person: "me";
                            } | {
                                /** @constant */
                                channel: "slack";
                                id: string;
                            })[];
                            /** @enum {string} */
                            state: "ok" | "firing" | "resolved" | "paused";
                            lookedAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            episodes: {
                                metric: string;
                                window: {
                                    from: string;
                                    until: string;
                                } | null;
                                value: string | null;
                                expected: string | null;
                                z: string | null;
                                currency: string;
                                parts: {
                                    dimension: string;
                                    key: string;
                                    name: string;
                                    change: string;
                                }[];
                                open: string[];
                                findings: string[];
                                id: string;
                                /** Format: date-time */
                                firedAt: string;
                                resolvedAt: string | null;
                            }[];
                        }[];
                        next: string | null;
                        slack: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            state: "on" | "off";
                            reason: string;
                            /** Format: date-time */
                            createdAt: string;
                            postedAt: string | null;
                        }[];
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "alert.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sales fell",
                 *       "metric": "sales",
                 *       "filters": [],
                 *       "window": "day",
                 *       "op": "below",
                 *       "bound": {
                 *         "changeAgainst": "same_weekday",
                 *         "percent": "-30"
                 *       },
                 *       "minOrders": 20,
                 *       "to": [
                 *         {
                 *           "channel": "mail",
                 *           "person": "me"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    metric?: string;
                    filters?: {
                        dimension: string;
                        /** @enum {string} */
                        operator: "is" | "is_not";
                        values: string[];
                    }[];
                    /** @enum {string} */
                    window?: "hour" | "day" | "7d";
                    /** @enum {string} */
                    op: "below" | "above" | "unusual" | "finding";
                    bound?: {
                        value: string;
                    } | {
                        /** @constant */
                        changeAgainst: "same_weekday";
                        percent: string;
                    };
                    minOrders?: number;
                    /** @enum {string} */
                    severity?: "warning" | "error";
                    /** @default [] */
                    to?: ({
                        /** @constant */
                        channel: "mail";
                        /**
                         * @default me
                         * @constant
                         */
                        person?: "me";
                    } | {
                        /** @constant */
                        channel: "push";
                        /**
                         * @default me
                         * @constant
                         */
                        person?: "me";
                    } | {
                        /** @constant */
                        channel: "slack";
                        /** Format: uuid */
                        id: string;
                    })[];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        metric: string | null;
                        filters: {
                            dimension: string;
                            /** @enum {string} */
                            operator: "is" | "is_not";
                            values: string[];
                        }[];
                        /** @enum {string} */
                        op: "below" | "above" | "unusual" | "finding";
                        window: ("hour" | "day" | "7d") | null;
                        bound: ({
                            value: string;
                        } | {
                            /** @constant */
                            changeAgainst: "same_weekday";
                            percent: string;
                        }) | null;
                        minOrders: number;
                        severity: ("warning" | "error") | null;
                        to: ({
                            /** @constant */
                            channel: "mail";
                            /** @constant */
                            person: "me";
                        } | {
                            /** @constant */
                            channel: "push";
                            /** @constant */
                            person: "me";
                        } | {
                            /** @constant */
                            channel: "slack";
                            id: string;
                        })[];
                        /** @enum {string} */
                        state: "ok" | "firing" | "resolved" | "paused";
                        lookedAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        episodes: {
                            metric: string;
                            window: {
                                from: string;
                                until: string;
                            } | null;
                            value: string | null;
                            expected: string | null;
                            z: string | null;
                            currency: string;
                            parts: {
                                dimension: string;
                                key: string;
                                name: string;
                                change: string;
                            }[];
                            open: string[];
                            findings: string[];
                            id: string;
                            /** Format: date-time */
                            firedAt: string;
                            resolvedAt: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "alert.preview": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "metric": "sales",
                 *       "window": "day",
                 *       "op": "unusual"
                 *     }
                 */
                "application/json": {
                    metric?: string;
                    filters?: {
                        dimension: string;
                        /** @enum {string} */
                        operator: "is" | "is_not";
                        values: string[];
                    }[];
                    /** @enum {string} */
                    window?: "hour" | "day" | "7d";
                    /** @enum {string} */
                    op: "below" | "above" | "unusual" | "finding";
                    bound?: {
                        value: string;
                    } | {
                        /** @constant */
                        changeAgainst: "same_weekday";
                        percent: string;
                    };
                    minOrders?: number;
                    /** @enum {string} */
                    severity?: "warning" | "error";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: string;
                        to: string;
                        currency: string;
                        fired: number;
                        times: {
                            day: string;
                            hour: number | null;
                            value: string | null;
                            expected: string | null;
                            z: string | null;
                        }[];
                        unknownDays: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "alert.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                alert: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "alert.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                alert: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Sales fell by a third",
                 *       "state": "on"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    metric?: string;
                    filters?: {
                        dimension: string;
                        /** @enum {string} */
                        operator: "is" | "is_not";
                        values: string[];
                    }[];
                    /** @enum {string} */
                    window?: "hour" | "day" | "7d";
                    /** @enum {string} */
                    op?: "below" | "above" | "unusual" | "finding";
                    bound?: {
                        value: string;
                    } | {
                        /** @constant */
                        changeAgainst: "same_weekday";
                        percent: string;
                    };
                    minOrders?: number;
                    /** @enum {string} */
                    severity?: "warning" | "error";
                    to?: ({
                        /** @constant */
                        channel: "mail";
                        /**
                         * @default me
                         * @constant
                         */
                        person?: "me";
                    } | {
                        /** @constant */
                        channel: "push";
                        /**
                         * @default me
                         * @constant
                         */
                        person?: "me";
                    } | {
                        /** @constant */
                        channel: "slack";
                        /** Format: uuid */
                        id: string;
                    })[];
                    /** @enum {string} */
                    state?: "on" | "paused";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        metric: string | null;
                        filters: {
                            dimension: string;
                            /** @enum {string} */
                            operator: "is" | "is_not";
                            values: string[];
                        }[];
                        /** @enum {string} */
                        op: "below" | "above" | "unusual" | "finding";
                        window: ("hour" | "day" | "7d") | null;
                        bound: ({
                            value: string;
                        } | {
                            /** @constant */
                            changeAgainst: "same_weekday";
                            percent: string;
                        }) | null;
                        minOrders: number;
                        severity: ("warning" | "error") | null;
                        to: ({
                            /** @constant */
                            channel: "mail";
                            /** @constant */
                            person: "me";
                        } | {
                            /** @constant */
                            channel: "push";
                            /** @constant */
                            person: "me";
                        } | {
                            /** @constant */
                            channel: "slack";
                            id: string;
                        })[];
                        /** @enum {string} */
                        state: "ok" | "firing" | "resolved" | "paused";
                        lookedAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        episodes: {
                            metric: string;
                            window: {
                                from: string;
                                until: string;
                            } | null;
                            value: string | null;
                            expected: string | null;
                            z: string | null;
                            currency: string;
                            parts: {
                                dimension: string;
                                key: string;
                                name: string;
                                change: string;
                            }[];
                            open: string[];
                            findings: string[];
                            id: string;
                            /** Format: date-time */
                            firedAt: string;
                            resolvedAt: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "slack.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "#sales",
                 *       "url": "https://hooks.slack.com/services/T0/B0/example"
                 *     }
                 */
                "application/json": {
                    name: string;
                    url: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @enum {string} */
                        state: "on" | "off";
                        reason: string;
                        /** Format: date-time */
                        createdAt: string;
                        postedAt: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "slack.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                slack: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "slack.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                slack: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "#shop"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    url?: string;
                    /** @constant */
                    state?: "on";
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        /** @enum {string} */
                        state: "on" | "off";
                        reason: string;
                        /** Format: date-time */
                        createdAt: string;
                        postedAt: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "push.key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "push.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            device: string;
                            fingerprint: string;
                            /** Format: date-time */
                            createdAt: string;
                            pushedAt: string | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "push.subscribe": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://93.184.215.14/push/example",
                 *       "keys": {
                 *         "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                 *         "auth": "BTBZMqHH6r4Tts7J_aSIgg"
                 *       }
                 *     }
                 */
                "application/json": {
                    endpoint: string;
                    expirationTime?: number | null;
                    keys: {
                        p256dh: string;
                        auth: string;
                    };
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        device: string;
                        fingerprint: string;
                        /** Format: date-time */
                        createdAt: string;
                        pushedAt: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "push.unsubscribe": {
        parameters: {
            query: {
                subscription: string;
            };
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "dashboard.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            isShared: boolean;
                            isOwn: boolean;
                            maker: string;
                            mayEdit: boolean;
                            /** Format: date-time */
                            changedAt: string;
                            widgets: number;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "dashboard.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Every morning",
                 *       "template": "owner"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @default false */
                    isShared?: boolean;
                    /** @enum {string} */
                    template?: "owner" | "marketing" | "finance";
                    widgets?: ({
                        id?: string;
                        /** @default  */
                        title?: string;
                        /** @constant */
                        kind: "stat";
                        metric: string;
                        /** @default true */
                        compare?: boolean;
                    } | {
                        id?: string;
                        /** @default  */
                        title?: string;
                        /** @constant */
                        kind: "chart";
                        metric: string;
                        /** @default true */
                        compare?: boolean;
                    } | {
                        id?: string;
                        /** @default  */
                        title?: string;
                        /** @constant */
                        kind: "table";
                        metrics: string[];
                        by: string;
                        /** @default 10 */
                        limit?: number;
                    } | {
                        id?: string;
                        /** @default  */
                        title?: string;
                        /** @constant */
                        kind: "text";
                        text: string;
                    } | {
                        id?: string;
                        /** @default  */
                        title?: string;
                        /** @constant */
                        kind: "goal";
                        metric: string;
                        /** @default null */
                        target?: string | null;
                        /**
                         * @default month
                         * @enum {string}
                         */
                        per?: "month" | "range";
                    })[];
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        isShared: boolean;
                        isOwn: boolean;
                        maker: string;
                        mayEdit: boolean;
                        /** Format: date-time */
                        changedAt: string;
                        widgets: ({
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "stat";
                            metric: string;
                            /** @default true */
                            compare: boolean;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "chart";
                            metric: string;
                            /** @default true */
                            compare: boolean;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "table";
                            metrics: string[];
                            by: string;
                            /** @default 10 */
                            limit: number;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "text";
                            text: string;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "goal";
                            metric: string;
                            /** @default null */
                            target: string | null;
                            /**
                             * @default month
                             * @enum {string}
                             */
                            per: "month" | "range";
                        })[];
                        version: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "dashboard.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                dashboard: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        isShared: boolean;
                        isOwn: boolean;
                        maker: string;
                        mayEdit: boolean;
                        /** Format: date-time */
                        changedAt: string;
                        widgets: ({
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "stat";
                            metric: string;
                            /** @default true */
                            compare: boolean;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "chart";
                            metric: string;
                            /** @default true */
                            compare: boolean;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "table";
                            metrics: string[];
                            by: string;
                            /** @default 10 */
                            limit: number;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "text";
                            text: string;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "goal";
                            metric: string;
                            /** @default null */
                            target: string | null;
                            /**
                             * @default month
                             * @enum {string}
                             */
                            per: "month" | "range";
                        })[];
                        version: number;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "dashboard.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                dashboard: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "dashboard.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                dashboard: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "widgets": [
                 *         {
                 *           "kind": "stat",
                 *           "metric": "sales"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    name?: string;
                    isShared?: boolean;
                    widgets?: ({
                        id?: string;
                        /** @default  */
                        title?: string;
                        /** @constant */
                        kind: "stat";
                        metric: string;
                        /** @default true */
                        compare?: boolean;
                    } | {
                        id?: string;
                        /** @default  */
                        title?: string;
                        /** @constant */
                        kind: "chart";
                        metric: string;
                        /** @default true */
                        compare?: boolean;
                    } | {
                        id?: string;
                        /** @default  */
                        title?: string;
                        /** @constant */
                        kind: "table";
                        metrics: string[];
                        by: string;
                        /** @default 10 */
                        limit?: number;
                    } | {
                        id?: string;
                        /** @default  */
                        title?: string;
                        /** @constant */
                        kind: "text";
                        text: string;
                    } | {
                        id?: string;
                        /** @default  */
                        title?: string;
                        /** @constant */
                        kind: "goal";
                        metric: string;
                        /** @default null */
                        target?: string | null;
                        /**
                         * @default month
                         * @enum {string}
                         */
                        per?: "month" | "range";
                    })[];
                    version?: number;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        isShared: boolean;
                        isOwn: boolean;
                        maker: string;
                        mayEdit: boolean;
                        /** Format: date-time */
                        changedAt: string;
                        widgets: ({
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "stat";
                            metric: string;
                            /** @default true */
                            compare: boolean;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "chart";
                            metric: string;
                            /** @default true */
                            compare: boolean;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "table";
                            metrics: string[];
                            by: string;
                            /** @default 10 */
                            limit: number;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "text";
                            text: string;
                        } | {
                            id?: string;
                            /** @default  */
                            title: string;
                            /** @constant */
                            kind: "goal";
                            metric: string;
                            /** @default null */
                            target: string | null;
                            /**
                             * @default month
                             * @enum {string}
                             */
                            per: "month" | "range";
                        })[];
                        version: number;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "dashboard.figures": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                dashboard: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2025-03-10",
                 *       "to": "2025-03-12",
                 *       "compare": "previous_period"
                 *     }
                 */
                "application/json": {
                    from: string;
                    to: string;
                    /** @enum {string} */
                    interval?: "hour" | "day" | "week" | "month";
                    compare?: ("previous_period" | "previous_year") | {
                        from: string;
                        to: string;
                    };
                    filters?: {
                        dimension: string;
                        /** @enum {string} */
                        operator: "is" | "is_not";
                        values: string[];
                    }[];
                    currency?: string;
                    claims?: {
                        googleads?: string;
                        metaads?: string;
                        tiktokads?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dashboard: {
                            id: string;
                            name: string;
                            isShared: boolean;
                            isOwn: boolean;
                            maker: string;
                            mayEdit: boolean;
                            /** Format: date-time */
                            changedAt: string;
                            widgets: ({
                                id?: string;
                                /** @default  */
                                title: string;
                                /** @constant */
                                kind: "stat";
                                metric: string;
                                /** @default true */
                                compare: boolean;
                            } | {
                                id?: string;
                                /** @default  */
                                title: string;
                                /** @constant */
                                kind: "chart";
                                metric: string;
                                /** @default true */
                                compare: boolean;
                            } | {
                                id?: string;
                                /** @default  */
                                title: string;
                                /** @constant */
                                kind: "table";
                                metrics: string[];
                                by: string;
                                /** @default 10 */
                                limit: number;
                            } | {
                                id?: string;
                                /** @default  */
                                title: string;
                                /** @constant */
                                kind: "text";
                                text: string;
                            } | {
                                id?: string;
                                /** @default  */
                                title: string;
                                /** @constant */
                                kind: "goal";
                                metric: string;
                                /** @default null */
                                target: string | null;
                                /**
                                 * @default month
                                 * @enum {string}
                                 */
                                per: "month" | "range";
                            })[];
                            version: number;
                        };
                        range: {
                            from: string;
                            to: string;
                        };
                        compare: {
                            from: string;
                            to: string;
                        } | null;
                        /** @enum {string} */
                        interval: "hour" | "day" | "week" | "month";
                        timezone: string;
                        currency: string;
                        widgets: ({
                            id: string;
                            /** @constant */
                            kind: "stat";
                            total: {
                                key: string;
                                /** @enum {string} */
                                unit: "money" | "count" | "percent" | "ratio" | "days";
                                /** @enum {string} */
                                better: "higher" | "lower" | "neither";
                                value: string | number | null;
                                before: string | number | null;
                                relative: string | null;
                                isNew: boolean;
                                /** @enum {string} */
                                bound: "exact" | "about" | "at_most" | "at_least";
                                isPartial: boolean;
                            };
                            points: {
                                at: string;
                                value: string | number | null;
                            }[];
                        } | {
                            id: string;
                            /** @constant */
                            kind: "chart";
                            total: {
                                key: string;
                                /** @enum {string} */
                                unit: "money" | "count" | "percent" | "ratio" | "days";
                                /** @enum {string} */
                                better: "higher" | "lower" | "neither";
                                value: string | number | null;
                                before: string | number | null;
                                relative: string | null;
                                isNew: boolean;
                                /** @enum {string} */
                                bound: "exact" | "about" | "at_most" | "at_least";
                                isPartial: boolean;
                            };
                            points: {
                                at: string;
                                value: string | number | null;
                            }[];
                            before: {
                                at: string;
                                value: string | number | null;
                            }[] | null;
                        } | {
                            id: string;
                            /** @constant */
                            kind: "table";
                            by: string;
                            columns: {
                                key: string;
                                /** @enum {string} */
                                unit: "money" | "count" | "percent" | "ratio" | "days";
                            }[];
                            rows: {
                                value: string;
                                name: string | null;
                                values: (string | number | null)[];
                            }[];
                            totals: (string | number | null)[];
                            hasMore: boolean;
                        } | {
                            id: string;
                            /** @constant */
                            kind: "text";
                            text: string;
                        } | {
                            id: string;
                            /** @constant */
                            kind: "goal";
                            total: {
                                key: string;
                                /** @enum {string} */
                                unit: "money" | "count" | "percent" | "ratio" | "days";
                                /** @enum {string} */
                                better: "higher" | "lower" | "neither";
                                value: string | number | null;
                                before: string | number | null;
                                relative: string | null;
                                isNew: boolean;
                                /** @enum {string} */
                                bound: "exact" | "about" | "at_most" | "at_least";
                                isPartial: boolean;
                            };
                            target: string | null;
                            standing: {
                                range: {
                                    from: string;
                                    to: string;
                                };
                                /** @enum {string} */
                                state: "met" | "ahead" | "behind" | "over" | "unknown";
                                reached: string | null;
                                expected: string | null;
                                left: string | null;
                                perDay: string | null;
                                daysLeft: number;
                            };
                        } | {
                            id: string;
                            /** @constant */
                            kind: "missing";
                            /** @enum {string} */
                            why: "gone" | "broken" | "hidden";
                            message: string;
                        })[];
                        warnings: string[];
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "own_metric.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            key: string;
                            name: string;
                            /** @enum {string} */
                            unit: "money" | "number" | "percent" | "ratio";
                            /** @enum {string} */
                            better: "higher" | "lower" | "neither";
                            formula: string;
                            problem: string | null;
                        }[];
                        next: string | null;
                    };
                };
            };
            /** @description The caller has this answer: `If-None-Match` is its `ETag` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "own_metric.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Left per order",
                 *       "unit": "money",
                 *       "formula": "(sales − returns) ÷ orders"
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    unit: "money" | "number" | "percent" | "ratio";
                    /**
                     * @default neither
                     * @enum {string}
                     */
                    better?: "higher" | "lower" | "neither";
                    formula: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        key: string;
                        name: string;
                        /** @enum {string} */
                        unit: "money" | "number" | "percent" | "ratio";
                        /** @enum {string} */
                        better: "higher" | "lower" | "neither";
                        formula: string;
                        problem: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "own_metric.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                ownMetric: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
    "own_metric.change": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request with the same key is carried out once within 24 hours; its answer comes again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example nordlicht-kontor.example */
                domain: string;
                ownMetric: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "formula": "netSales ÷ orders"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    unit?: "money" | "number" | "percent" | "ratio";
                    /** @enum {string} */
                    better?: "higher" | "lower" | "neither";
                    formula?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        key: string;
                        name: string;
                        /** @enum {string} */
                        unit: "money" | "number" | "percent" | "ratio";
                        /** @enum {string} */
                        better: "higher" | "lower" | "neither";
                        formula: string;
                        problem: string | null;
                    };
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            502: components["responses"]["502"];
            503: components["responses"]["503"];
        };
    };
}
