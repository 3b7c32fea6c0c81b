import { initialize } from "@ionic/core/components";

// §2: animations on, swipe-back off. The rest of §9's values (10 px, 40°, 300/400 ms, 540 ms) are Ionic's own.
initialize({ animated: true, swipeBackEnabled: false });
