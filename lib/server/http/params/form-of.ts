/** What a form's action was sent. Posted by hand it may be anything: what is no form is an empty one, and refused as such. */
export const formOf = (sent: unknown): FormData => (sent instanceof FormData ? sent : new FormData())
