// Measures pages in Chromium: loading on a slow phone, navigation and keystrokes. Prints one JSON
// object.
import { inChromium } from './browser.mjs';
import { keystrokes, navigation } from './desktop.mjs';
import { phone } from './phone.mjs';
import { pages } from './served.mjs';

const found = await inChromium(async (inFreshBrowser) => {
  const kinds = await pages();
  return {
    phone: await phone(inFreshBrowser, kinds),
    navigation: await navigation(inFreshBrowser, kinds),
    keystrokes: await keystrokes(inFreshBrowser, kinds),
  };
});
console.log(JSON.stringify(found, null, 2));
