/** November's triggers for the display order of messages. Rows of one identity share the smallest id. */
const shown = (row: string): string => `(${row}active = 1 OR ${row}compacted = 1)`

const reorder = (row: string): string => `
    UPDATE messages SET display_order = (
        SELECT MIN(twin.id) FROM messages AS twin
        WHERE twin.session_id = ${row}.session_id AND twin.display_identity = ${row}.display_identity
          AND ${shown('twin.')}
    )
    WHERE session_id = ${row}.session_id AND display_identity = ${row}.display_identity AND ${shown('')};`

export const displayTriggersSql = `
CREATE TRIGGER messages_display_order_insert AFTER INSERT ON messages
WHEN new.display_order IS NULL
BEGIN
    UPDATE messages SET display_order = new.id WHERE id = new.id;${reorder('new')}
END;
CREATE TRIGGER messages_display_visibility_update AFTER UPDATE OF active, compacted ON messages
WHEN ${shown('new.')} <> ${shown('old.')}
BEGIN${reorder('new')}
END;
CREATE TRIGGER messages_display_identity_update AFTER UPDATE OF role, content, timestamp ON messages
WHEN new.role IS NOT old.role OR new.content IS NOT old.content OR new.timestamp IS NOT old.timestamp
BEGIN
    UPDATE messages SET display_identity = NULL, display_order = NULL WHERE id = new.id;
END;
CREATE TRIGGER messages_display_identity_delete AFTER DELETE ON messages
WHEN ${shown('old.')}
BEGIN${reorder('old')}
END;`
