<?php
/**
 * Takes away what the plug-in has kept: its pause, and the visitors that orders name.
 *
 * @package Tillsight
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_transient( '__SLUG___pause' );

global $wpdb;
$tillsight_tables = array( $wpdb->postmeta, $wpdb->prefix . 'wc_orders_meta' );
foreach ( $tillsight_tables as $tillsight_table ) {
	// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- All orders at once; WooCommerce may be gone already.
	$tillsight_exists = $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $tillsight_table ) ) );
	if ( $tillsight_table === $tillsight_exists ) {
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery, WordPress.DB.SlowDBQuery.slow_db_query_meta_key -- As above.
		$wpdb->delete( $tillsight_table, array( 'meta_key' => '_tillsight_visitor' ), array( '%s' ) );
	}
}
