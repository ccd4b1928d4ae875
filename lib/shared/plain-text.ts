/**
 * Names come from strangers: from chats, folders and job files. Signs that command a terminal, break a line or
 * turn the reading direction are replaced, so that a name can only ever look like itself.
 */
const CONTROL_CHARACTERS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu

export const plainText = (text: string): string => text.replace(CONTROL_CHARACTERS, '\uFFFD')
