/** What was said once: of rio's code, and of texts. */
export const SINGLE_CODE_REMARKS: readonly string[] = [
  "The cache key leaves the tenant out, so two tenants share an entry. Add the tenant to it.",
  "Rounding happens before the tax is added. Round once, at the end.",
  "The migration locks the whole orders table; add the column without a default.",
  "Use a set here: the lookup in the loop makes this quadratic.",
  "The feature flag is read at import time, so turning it off needs a restart.",
  "Two requests at once both pass the stock check. Reserve inside the transaction.",
  "The retry has no limit and no pause; after an outage it floods the gateway.",
  "`parseInt` without a radix, and the field may hold leading zeros.",
  "The time zone is the server's. Take the one of the shop.",
  "Close the cursor when the export is cancelled; it stays open until the timeout.",
  "The new index is never used by the query below it. Check the plan and drop it.",
  "A public method lost its second parameter. Keep it until the next major version.",
  "The password reset token never expires. Give it an hour.",
  "Compare the signature in constant time.",
  "The default of the new setting turns the old behaviour off for everybody.",
  "This pulls in a package of 4 MB for one function. Write the four lines.",
  "Sorting by name ignores accents; use the locale's comparison.",
  "The comment says seconds and the code means milliseconds.",
];

export const SINGLE_TEXT_REMARKS: readonly string[] = [
  "The customer wrote in Spanish. Answer in Spanish.",
  "The screenshot still shows the old menu.",
  "Version 4.2 does not have this option; it came with 4.3.",
  "Do not offer a discount; only the account team may.",
  "The table has the columns for price and tax the wrong way round.",
  "Say which plan includes this. The free one does not.",
  "Name the limit: 50 rows, and what happens after that.",
  "The reply answers the question about the invoice and leaves out the one about the seat.",
  "Do not sign with a first name that nobody on the team has.",
  "The changelog date is a Sunday; the release went out on Monday.",
  "Use the product's name as it is spelled on the site, in two words.",
  "The upgrade note forgets that the database has to be backed up.",
  "Thank them for the report; it took them an hour to write.",
];

/** Said with an approval: nothing to mend. */
export const KIND_REMARKS: readonly string[] = [
  "Clear and small. Thank you.",
  "Good: the edge cases are named.",
  "Reads well, nothing to add.",
  "Exactly what the ticket asked for.",
  "Nice, the test shows the bug.",
  "Friendly and short. Good.",
];
