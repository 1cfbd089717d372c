CREATE OR REPLACE TRIGGER bookings_forgotten_in_receipts AFTER DELETE ON bookings REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION forget_record_in_receipts('booking');
CREATE OR REPLACE TRIGGER clients_forgotten_in_receipts BEFORE DELETE ON clients
	FOR EACH ROW EXECUTE FUNCTION forget_client_in_receipts();
CREATE OR REPLACE TRIGGER inquiries_forgotten_in_receipts AFTER DELETE ON inquiries REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION forget_record_in_receipts('lead');
CREATE OR REPLACE TRIGGER mail_files_deleted AFTER DELETE ON mail_files REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION list_removed_file();
CREATE OR REPLACE TRIGGER mail_intake_deleted AFTER DELETE ON mail_intake REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION list_removed_file();
CREATE OR REPLACE TRIGGER mail_messages_forgotten_in_receipts AFTER DELETE ON mail_messages REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION forget_record_in_receipts('message');
CREATE OR REPLACE TRIGGER media_deleted AFTER DELETE ON media REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION list_removed_file();
CREATE OR REPLACE TRIGGER page_versions_legal_stay BEFORE DELETE ON page_versions
	FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_legal_version();
CREATE OR REPLACE TRIGGER pages_legal_stay BEFORE DELETE ON pages
	FOR EACH ROW WHEN (OLD.kind = 'legal') EXECUTE FUNCTION refuse_removal();
CREATE OR REPLACE TRIGGER receipts_append_only BEFORE UPDATE OR DELETE ON receipts
	FOR EACH ROW EXECUTE FUNCTION refuse_receipt_change();
CREATE OR REPLACE TRIGGER receipts_not_truncated BEFORE TRUNCATE ON receipts
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_receipt_change();
CREATE OR REPLACE TRIGGER reply_deadlines_forgotten_in_receipts AFTER DELETE ON reply_deadlines REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION forget_record_in_receipts('deadline');
