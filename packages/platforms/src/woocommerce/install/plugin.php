<?php
/**
 * Plugin Name:          Tillsight for WooCommerce
 * Description:          Tells your own Tillsight which visits led to which orders: with the visitor's consent, and from your shop's own address.
 * Version:              __VERSION__
 * Requires at least:    6.4
 * Requires PHP:         7.4
 * Requires Plugins:     woocommerce
 * Author:               Tillsight
 * License:              AGPL-3.0-only
 * Text Domain:          tillsight
 * WC requires at least: 8.2
 *
 * @package Tillsight
 */

namespace Tillsight\Shop;

defined( 'ABSPATH' ) || exit;

/** The shop's tracking key. */
const KEY = '__KEY__';

/** Where events are kept in the end. */
const COLLECTOR = '__COLLECTOR__';

/** Where the question of the thank-you page is asked for, and told the answer. */
const SURVEY = '__SURVEY__';

/** Whether the script waits for the visitor's decision: `required` or `granted`. */
const CONSENT = '__CONSENT__';

/** Name of this folder and of its address: it says nothing, so that no list of blocked names has it. */
const SLUG = '__SLUG__';

/** Changes with the script, so that no cache serves an old one. */
const SCRIPT_VERSION = '__SCRIPT_VERSION__';

/** The same for the script that asks buyers. */
const ASK_VERSION = '__ASK_VERSION__';

/** The cookie that recognises a visitor who has agreed. */
const COOKIE = 'ts_v';

/** Where an order names the visitor who placed it. */
const ORDER_META = '_tillsight_visitor';

/** Largest message, in bytes. */
const MOST_BYTES = 65536;

/** Largest answer of a buyer, in bytes. */
const MOST_ANSWER_BYTES = 8192;

/** Messages of one network in a minute; counted only where the site has an object cache that all processes share. */
const MOST_PER_MINUTE = 600;

/** Seconds without trying after the collector could not be reached, so that no visitor's request waits for it. */
const PAUSE = 30;

add_action( 'before_woocommerce_init', __NAMESPACE__ . '\declare_compatibility' );
add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\enqueue_script' );
add_action( 'wp_head', __NAMESPACE__ . '\print_settings', 1 );
add_action( 'woocommerce_thankyou', __NAMESPACE__ . '\print_survey', 20 );
add_action( 'rest_api_init', __NAMESPACE__ . '\register_routes' );
add_action( 'woocommerce_checkout_create_order', __NAMESPACE__ . '\name_visitor' );
add_action( 'woocommerce_store_api_checkout_update_order_meta', __NAMESPACE__ . '\name_visitor' );
add_action( 'init', __NAMESPACE__ . '\declare_cookie' );
add_action( 'admin_init', __NAMESPACE__ . '\suggest_privacy_text' );
add_filter( 'wp_consent_api_registered_' . plugin_basename( __FILE__ ), '__return_true' );

/**
 * Orders are read and written through WooCommerce only, so both ways of storing them are fine, and so is its checkout of blocks.
 */
function declare_compatibility() {
	if ( ! class_exists( '\Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
		return;
	}
	\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', __FILE__, true );
	\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', __FILE__, true );
}

/**
 * Whether this visit is to be told. Those who work on the shop are not its visitors.
 *
 * @return bool
 */
function is_told() {
	$is_told = function_exists( 'WC' ) && ! current_user_can( 'edit_posts' ) && ! is_preview() && ! is_customize_preview();
	/**
	 * Filters whether the visit of the current page is told to Tillsight.
	 *
	 * @param bool $is_told Whether it is.
	 */
	return (bool) apply_filters( 'tillsight_is_told', $is_told );
}

/**
 * The script, from a file that the web server hands out by itself.
 */
function enqueue_script() {
	if ( ! is_told() ) {
		return;
	}
	$loading = array(
		'strategy'  => 'defer',
		'in_footer' => false,
	);
	wp_enqueue_script( SLUG, plugins_url( 'app.js', __FILE__ ), array(), SCRIPT_VERSION, $loading );
}

/**
 * Settings of the script and what the page is about. Nothing here names a visitor, so page caches may keep it.
 */
function print_settings() {
	if ( ! is_told() ) {
		return;
	}
	/**
	 * Filters whether visitors are asked for their consent: `required` or `granted`.
	 *
	 * @param string $consent What the plug-in was downloaded with.
	 */
	$consent = apply_filters( 'tillsight_consent', CONSENT );
	wp_print_inline_script_tag(
		wp_json_encode( page_events(), JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES ),
		array(
			'type'           => 'application/json',
			'data-ts-events' => '1',
			'data-key'       => KEY,
			// Without a host, so that it is the shop's own under each of its names.
			'data-to'        => wp_make_link_relative( rest_url( SLUG . '/v1/n' ) ),
			'data-consent'   => 'granted' === $consent ? 'granted' : 'required',
		)
	);
}

/**
 * What the current page tells when it is opened.
 *
 * @return array[] Events for the script.
 */
function page_events() {
	if ( is_order_received_page() ) {
		return purchase_events();
	}
	if ( is_product() ) {
		$product = wc_get_product( get_queried_object_id() );
		return $product ? array( with_money( array( 'event' => 'product_view' ), $product->get_price(), get_woocommerce_currency() ) ) : array();
	}
	if ( is_checkout() && ! is_checkout_pay_page() ) {
		return array( array( 'event' => 'checkout_start' ) );
	}
	if ( is_account_page() && is_user_logged_in() ) {
		$customer = array( 'id' => (string) get_current_user_id() );
		return array(
			array(
				'event'    => 'identify',
				'customer' => $customer,
			),
		);
	}
	return array();
}

/**
 * The order of a thank-you page, for those who know its key.
 *
 * @return \WC_Order|null Null for others, and for an order that came to nothing.
 */
function received_order() {
	$id = absint( get_query_var( 'order-received' ) );
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- The order's own key proves that the page may be seen.
	$key   = isset( $_GET['key'] ) ? wc_clean( wp_unslash( $_GET['key'] ) ) : '';
	$order = $id ? wc_get_order( $id ) : false;
	if ( ! $order instanceof \WC_Order || ! is_string( $key ) || ! hash_equals( $order->get_order_key(), $key ) || $order->has_status( 'failed' ) ) {
		return null;
	}
	return $order;
}

/**
 * What a thank-you page tells. Who bought is known from the order itself and not printed.
 *
 * @return array[] Events for the script.
 */
function purchase_events() {
	$order = received_order();
	if ( ! $order ) {
		return array();
	}
	$id    = $order->get_id();
	$event = array(
		'event' => 'purchase',
		// The same each time that the page is opened: an order is bought once.
		'id'    => md5( 'purchase|' . KEY . '|' . $id ),
		'order' => (string) $id,
	);
	return array( with_money( $event, $order->get_total(), $order->get_currency() ) );
}

/**
 * The place of the question on a thank-you page, with the order that it is about. Whether and what is asked, Tillsight says.
 *
 * @param int $id The order of the page.
 */
function print_survey( $id ) {
	$order = received_order();
	if ( ! is_told() || ! $order || $order->get_id() !== (int) $id ) {
		return;
	}
	$loading = array(
		'strategy'  => 'defer',
		'in_footer' => true,
	);
	wp_enqueue_script( SLUG . '-ask', plugins_url( 'ask.js', __FILE__ ), array(), ASK_VERSION, $loading );
	$to = wp_make_link_relative( rest_url( SLUG . '/v1/s' ) );
	printf( '<div data-key="%s" data-order="%d" data-to="%s"></div>', esc_attr( KEY ), (int) $id, esc_attr( $to ) );
}

/**
 * Puts an amount on an event, if there is one.
 *
 * @param array  $event    The event.
 * @param mixed  $amount   The amount; empty where the product has no price.
 * @param string $currency Its currency.
 * @return array The event.
 */
function with_money( $event, $amount, $currency ) {
	if ( is_numeric( $amount ) ) {
		$event['value']    = wc_format_decimal( $amount, 2 );
		$event['currency'] = $currency;
	}
	return $event;
}

/**
 * The addresses that pages speak to.
 */
function register_routes() {
	register_rest_route(
		SLUG . '/v1',
		'/n',
		array(
			'methods'             => 'POST',
			'callback'            => __NAMESPACE__ . '\receive',
			// Visitors are nobody in particular. What comes in is checked by the collector.
			'permission_callback' => '__return_true',
		)
	);
	$asking    = array(
		'methods'             => 'GET',
		'callback'            => __NAMESPACE__ . '\ask_survey',
		'permission_callback' => '__return_true',
	);
	$answering = array(
		'methods'             => 'POST',
		'callback'            => __NAMESPACE__ . '\take_answer',
		'permission_callback' => '__return_true',
	);
	register_rest_route( SLUG . '/v1', '/s', array( $asking, $answering ) );
}

/**
 * Takes a message of a page, adds the visitor if there is consent, and passes it on. Answers as the collector does: the script
 * keeps what was not kept.
 *
 * @param \WP_REST_Request $request The message.
 * @return \WP_REST_Response
 */
function receive( $request ) {
	$text = $request->get_body();
	if ( strlen( $text ) > MOST_BYTES ) {
		return answer( 413 );
	}
	$message = json_decode( $text, true );
	if ( ! is_array( $message ) || ! isset( $message['key'] ) || KEY !== $message['key'] || ! is_own_page() ) {
		return answer( 400 );
	}
	$patience = patience();
	if ( $patience ) {
		return $patience;
	}
	$consent    = isset( $message['consent'] ) && is_array( $message['consent'] ) ? $message['consent'] : array();
	$has_agreed = isset( $consent['analytics_storage'] ) && 'granted' === $consent['analytics_storage'] && empty( $consent['withdrawn'] );
	unset( $message['visitor'] );
	if ( $has_agreed ) {
		$message['visitor'] = keep_visitor();
	} elseif ( is_refusal( $consent ) ) {
		forget_visitor();
	}
	return forward( wp_json_encode( $message ), $has_agreed );
}

/**
 * Asks for the question of an order. Nothing about the buyer goes along but the language.
 *
 * @param \WP_REST_Request $request Names key and order.
 * @return \WP_REST_Response
 */
function ask_survey( $request ) {
	$order = $request->get_param( 'order' );
	if ( KEY !== $request->get_param( 'key' ) || ! is_string( $order ) || ! preg_match( '/^\d{1,20}$/', $order ) ) {
		return answer( 400 );
	}
	$question = array(
		'key'   => KEY,
		'order' => $order,
	);
	return patience() ?? pass_survey( 'GET', SURVEY . '?' . http_build_query( $question ), null );
}

/**
 * Takes a buyer's answer and passes it on.
 *
 * @param \WP_REST_Request $request The answer.
 * @return \WP_REST_Response
 */
function take_answer( $request ) {
	$text = $request->get_body();
	if ( strlen( $text ) > MOST_ANSWER_BYTES ) {
		return answer( 413 );
	}
	$message = json_decode( $text, true );
	if ( ! is_array( $message ) || ! isset( $message['key'] ) || KEY !== $message['key'] || ! is_own_page() ) {
		return answer( 400 );
	}
	return patience() ?? pass_survey( 'POST', SURVEY, wp_json_encode( $message ) );
}

/**
 * Asks Tillsight something about the survey. What it says is said to the page; that it is away, or of another mind, keeps no
 * event of the shop waiting unless nothing there answers.
 *
 * @param string      $method  GET or POST.
 * @param string      $address Address.
 * @param string|null $body    What is sent.
 * @return \WP_REST_Response
 */
function pass_survey( $method, $address, $body ) {
	$headers  = array(
		'Content-Type'    => 'text/plain;charset=UTF-8',
		'Accept-Language' => header_text( 'HTTP_ACCEPT_LANGUAGE' ),
	);
	$response = wp_remote_request(
		$address,
		array(
			'method'      => $method,
			'body'        => $body,
			'headers'     => $headers,
			'timeout'     => 5,
			'redirection' => 0,
		)
	);
	$status   = (int) wp_remote_retrieve_response_code( $response );
	if ( 0 === $status ) {
		set_transient( SLUG . '_pause', 1, PAUSE );
		return answer( 503, PAUSE );
	}
	$answer = answer( $status );
	if ( 200 === $status ) {
		$answer->set_data( json_decode( wp_remote_retrieve_body( $response ), true ) );
	}
	return $answer;
}

/**
 * Why a page has to wait: its network sends too much, or the collector could not be reached just now.
 *
 * @return \WP_REST_Response|null Null where it does not.
 */
function patience() {
	if ( is_too_fast() ) {
		return answer( 429, 60 );
	}
	return get_transient( SLUG . '_pause' ) ? answer( 503, PAUSE ) : null;
}

/**
 * Whether the visitor has said no. That nobody has asked yet is none.
 *
 * @param array $consent The message's consent.
 * @return bool
 */
function is_refusal( $consent ) {
	return ! empty( $consent['withdrawn'] ) || ( isset( $consent['analytics_storage'] ) && 'denied' === $consent['analytics_storage'] );
}

/**
 * Whether the message comes from a page of this site, as far as the browser says where it comes from.
 *
 * @return bool
 */
function is_own_page() {
	$origin = header_text( 'HTTP_ORIGIN' );
	// Behind a proxy the two may differ.
	$own = array( wp_parse_url( home_url(), PHP_URL_HOST ), preg_replace( '/:\d+$/', '', header_text( 'HTTP_HOST' ) ) );
	return '' === $origin || in_array( wp_parse_url( $origin, PHP_URL_HOST ), $own, true );
}

/**
 * Whether a network sends more than people do.
 *
 * @return bool
 */
function is_too_fast() {
	if ( ! wp_using_ext_object_cache() ) {
		return false;
	}
	$counter = md5( network() . gmdate( 'YmdHi' ) );
	wp_cache_add( $counter, 0, SLUG, 120 );
	return (int) wp_cache_incr( $counter, 1, SLUG ) > MOST_PER_MINUTE;
}

/**
 * Passes a message on, with what the collector judges machines by.
 *
 * @param string $text       The message.
 * @param bool   $has_agreed Whether the visitor may be recognised.
 * @return \WP_REST_Response
 */
function forward( $text, $has_agreed ) {
	$headers = array( 'Content-Type' => 'text/plain;charset=UTF-8' );
	foreach ( array( 'Accept-Language', 'Sec-CH-UA', 'Sec-Fetch-Site', 'Sec-Purpose' ) as $name ) {
		$value = header_text( 'HTTP_' . strtoupper( str_replace( '-', '_', $name ) ) );
		if ( '' !== $value ) {
			$headers[ $name ] = $value;
		}
	}
	// With consent only, and never the whole address.
	if ( $has_agreed && '' !== network() ) {
		$headers['X-Forwarded-For'] = network();
	}
	$response = wp_remote_post(
		COLLECTOR,
		array(
			'body'        => $text,
			'headers'     => $headers,
			'user-agent'  => header_text( 'HTTP_USER_AGENT' ),
			'timeout'     => 5,
			'redirection' => 0,
		)
	);
	$status   = (int) wp_remote_retrieve_response_code( $response );
	if ( 0 === $status || $status >= 500 ) {
		set_transient( SLUG . '_pause', 1, PAUSE );
		return answer( 503, PAUSE );
	}
	return 429 === $status ? answer( 429, (int) wp_remote_retrieve_header( $response, 'retry-after' ) ) : answer( $status < 300 ? 204 : $status );
}

/**
 * An answer without content that no cache may keep.
 *
 * @param int $status      Status.
 * @param int $retry_after Seconds to wait before the next try; 0 for none.
 * @return \WP_REST_Response
 */
function answer( $status, $retry_after = 0 ) {
	$response = new \WP_REST_Response( null, $status );
	$response->header( 'Cache-Control', 'no-store' );
	if ( $retry_after > 0 ) {
		$response->header( 'Retry-After', (string) $retry_after );
	}
	return $response;
}

/**
 * The visitor's id: the one in the cookie, whose time begins anew, or a new one.
 *
 * @return string 32 hexadecimal digits.
 */
function keep_visitor() {
	$known   = read_visitor();
	$visitor = '' === $known ? bin2hex( random_bytes( 16 ) ) : $known;
	// The longest that browsers keep a cookie.
	write_cookie( $visitor, time() + 400 * DAY_IN_SECONDS );
	return $visitor;
}

/**
 * Deletes the cookie of somebody who has said no.
 */
function forget_visitor() {
	if ( isset( $_COOKIE[ COOKIE ] ) ) {
		write_cookie( '', 1 );
	}
}

/**
 * Writes the cookie. Scripts cannot read it, and it travels to this site only.
 *
 * @param string $value   Its value.
 * @param int    $expires When it ends.
 */
function write_cookie( $value, $expires ) {
	$options = array(
		'expires'  => $expires,
		'path'     => COOKIEPATH ? COOKIEPATH : '/',
		'secure'   => is_ssl(),
		'httponly' => true,
		'samesite' => 'Lax',
	);
	if ( COOKIE_DOMAIN ) {
		$options['domain'] = COOKIE_DOMAIN;
	}
	setcookie( COOKIE, $value, $options );
}

/**
 * The visitor of this request; empty without a cookie of ours.
 *
 * @return string
 */
function read_visitor() {
	$value = isset( $_COOKIE[ COOKIE ] ) && is_string( $_COOKIE[ COOKIE ] ) ? sanitize_key( wp_unslash( $_COOKIE[ COOKIE ] ) ) : '';
	return preg_match( '/^[0-9a-f]{32}$/', $value ) ? $value : '';
}

/**
 * Notes on a new order which visitor placed it. That is what joins the order to its visits when the thank-you page is never seen.
 *
 * @param \WC_Order $order An order that WooCommerce saves next.
 */
function name_visitor( $order ) {
	$visitor = read_visitor();
	// The cookie alone says that there was consent; a consent tool may know better by now.
	$may_know = ! function_exists( 'wp_has_consent' ) || wp_has_consent( 'statistics' );
	if ( '' !== $visitor && $may_know && $order instanceof \WC_Order ) {
		$order->update_meta_data( ORDER_META, $visitor );
	}
}

/**
 * The visitor's network: an IPv4 address without its last number, an IPv6 address cut to /48.
 *
 * @return string Empty where there is no address.
 */
function network() {
	$packed = inet_pton( header_text( 'REMOTE_ADDR' ) );
	if ( false === $packed ) {
		return '';
	}
	$kept = 4 === strlen( $packed ) ? 3 : 6;
	return (string) inet_ntop( str_pad( substr( $packed, 0, $kept ), strlen( $packed ), "\0" ) );
}

/**
 * What the request says under a name; without line breaks, and not longer than any browser's.
 *
 * @param string $name Name in `$_SERVER`.
 * @return string
 */
function header_text( $name ) {
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- Control characters are taken out below.
	$text = isset( $_SERVER[ $name ] ) ? (string) wp_unslash( $_SERVER[ $name ] ) : '';
	return substr( (string) preg_replace( '/[\x00-\x1f\x7f]/', '', $text ), 0, 1000 );
}

/**
 * Tells consent tools what the cookie is for.
 */
function declare_cookie() {
	if ( ! function_exists( 'wp_add_cookie_info' ) ) {
		return;
	}
	wp_add_cookie_info( COOKIE, 'Tillsight', 'statistics', __( '400 days', 'tillsight' ), __( 'Recognises a visitor, so that the shop knows which visits led to an order.', 'tillsight' ), false, false, false );
}

/**
 * Offers a paragraph for the site's privacy policy.
 */
function suggest_privacy_text() {
	$text = __( 'With your consent we keep a random number in a cookie (ts_v, up to 400 days) to find out which visits led to an order. Without it we count visits without recognising anybody. After an order we may ask how you heard about us; the answer is kept with the order. The figures stay on our own server.', 'tillsight' );
	wp_add_privacy_policy_content( 'Tillsight', wp_kses_post( wpautop( $text ) ) );
}
